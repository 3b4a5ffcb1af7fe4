#include "sample_verdict.hpp"

#include "support/catch.hpp"

#include <random>

using namespace weir;
using namespace std::chrono_literals;

namespace {

using Style = ResponseSettings::HeaderStyle;

ResponseSettings all_styles()
{
    ResponseSettings settings;
    settings.headers = {Style::ratelimit, Style::structured, Style::x_ratelimit};
    return settings;
}

// The number behind `name` in one line of the fields.
std::int64_t number_after(const std::string& text, const std::string& name)
{
    const std::size_t at = text.find(name);
    REQUIRE(at != std::string::npos);
    return std::stoll(text.substr(at + name.size()));
}

} // namespace

TEST_CASE("a verdict without limits has no fields", "[response]")
{
    CHECK(limit_fields(Verdict{}, all_styles()) == "");
    Verdict missing_key;
    missing_key.kind = Verdict::Kind::missing_key;
    CHECK(limit_fields(missing_key, all_styles()) == "");
}

TEST_CASE("the families are written in the order of the configuration", "[response]")
{
    ResponseSettings settings = all_styles();
    const std::string forward = limit_fields(*used_up(), settings, 0, 12);
    CHECK(forward.find("RateLimit-Limit") < forward.find("RateLimit-Policy"));
    CHECK(forward.find("RateLimit-Policy") < forward.find("X-RateLimit-Limit"));
    settings.headers = {Style::x_ratelimit, Style::ratelimit};
    const std::string backward = limit_fields(*used_up(), settings, 0, 12);
    CHECK(backward.starts_with("X-RateLimit-Limit"));
    CHECK(backward.find("RateLimit-Policy") == std::string::npos);
    settings.headers = {};
    CHECK(limit_fields(*used_up(), settings, 0, 12) == "");
}

TEST_CASE("the default families are the plain and the structured one", "[response]")
{
    SampleVerdict sample;
    sample.limit("burst", 20, 2s, admits(13, 20, 700ms));
    sample.limit("daily", 10'000, 24h, admits(9'000, 10'000, 9s));
    CHECK(limit_fields(*sample, {}) ==
          "RateLimit-Limit: 20\r\n"
          "RateLimit-Remaining: 13\r\n"
          "RateLimit-Reset: 1\r\n"
          "RateLimit-Policy: \"burst\";q=20;w=2, \"daily\";q=10000;w=86400\r\n"
          "RateLimit: \"burst\";r=13;t=1\r\n");
}

TEST_CASE("only the fields of configured families are ours", "[response]")
{
    struct Row {
        FieldId id;
        Style style;
    };
    const Row rows[] = {
        {FieldId::ratelimit_limit, Style::ratelimit},
        {FieldId::ratelimit_remaining, Style::ratelimit},
        {FieldId::ratelimit_reset, Style::ratelimit},
        {FieldId::ratelimit, Style::structured},
        {FieldId::ratelimit_policy, Style::structured},
        {FieldId::x_ratelimit_limit, Style::x_ratelimit},
        {FieldId::x_ratelimit_remaining, Style::x_ratelimit},
        {FieldId::x_ratelimit_reset, Style::x_ratelimit},
    };
    for (const Row& row : rows) {
        for (const Style style : {Style::ratelimit, Style::structured, Style::x_ratelimit})
            CHECK(is_rate_limit_field(row.id, in_style(style)) == (style == row.style));
        CHECK(is_rate_limit_field(row.id, all_styles()));
    }
    for (const FieldId id : {FieldId::retry_after, FieldId::other, FieldId::date})
        CHECK_FALSE(is_rate_limit_field(id, all_styles()));
}

TEST_CASE("every field that a family writes is one that it owns", "[response][law]")
{
    for (const Style style : {Style::ratelimit, Style::structured, Style::x_ratelimit}) {
        const ResponseSettings settings = in_style(style);
        const Answer answer("HTTP/1.1 200 OK\r\n" + limit_fields(*used_up(), settings, 0, 12) +
                            "\r\n");
        CHECK(answer.fields.count("twice") == 0);
        for (const auto& [name, value] : answer.fields) {
            INFO(name);
            CHECK(is_rate_limit_field(field_id(name), settings));
        }
    }
}

TEST_CASE("no field is early or negative, and all of them agree", "[response][law]")
{
    std::mt19937_64 random(99);
    ResponseSettings settings = all_styles();
    for (int i = 0; i < 3'000; ++i) {
        const auto limit = static_cast<std::int64_t>(1 + random() % 1'000'000'000);
        const auto remaining =
            static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
        const Duration time(static_cast<std::int64_t>(random() % 1'000'000'000'000'000));
        const bool refused = random() % 2 == 0;
        SampleVerdict sample;
        sample.limit("x", limit, 1h,
                     refused ? refuses(limit, time, remaining) : admits(remaining, limit, time));
        const std::int64_t told =
            refused ? retry_after_seconds(time, settings.jitter_permille, random()) : 0;
        const Duration fraction(static_cast<std::int64_t>(random() % 1'000'000'000));
        settings.x_ratelimit_reset =
            random() % 2 == 0 ? ResponseSettings::XReset::delta : ResponseSettings::XReset::epoch;
        std::string fields;
        append_limit_fields(fields, *sample, settings, 1'000, told, fraction);

        const std::int64_t reset = number_after(fields, "\r\nRateLimit-Reset: ");
        REQUIRE(std::chrono::seconds(reset) >= time);
        REQUIRE(std::chrono::seconds(reset - 1) < time);
        if (refused) REQUIRE(reset <= told);
        REQUIRE(number_after(fields, ";t=") == reset);
        REQUIRE(number_after(fields, ";r=") == remaining);
        REQUIRE(number_after(fields, "RateLimit-Remaining: ") == remaining);
        REQUIRE(number_after(fields, "RateLimit-Limit: ") == limit);
        const std::int64_t x_reset = number_after(fields, "X-RateLimit-Reset: ");
        if (settings.x_ratelimit_reset == ResponseSettings::XReset::delta)
            REQUIRE(x_reset == reset);
        else
            REQUIRE(std::chrono::seconds(x_reset) >= 1'000s + fraction + time);
    }
}
