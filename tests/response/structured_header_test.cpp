#include "sample_verdict.hpp"

#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

namespace {

ResponseSettings settings_with(ResponseSettings::Structured structured)
{
    ResponseSettings settings = in_style(ResponseSettings::HeaderStyle::structured);
    settings.structured = structured;
    return settings;
}

const ResponseSettings draft11 = settings_with(ResponseSettings::Structured::draft11);

} // namespace

TEST_CASE("RateLimit-Policy lists all limits, RateLimit the one that speaks", "[response]")
{
    SampleVerdict sample;
    sample.limit("burst", 20, 2s, admits(13, 20, 700ms));
    sample.limit("daily", 10'000, 24h, admits(9'000, 10'000, 9s));
    CHECK(limit_fields(*sample, draft11) ==
          "RateLimit-Policy: \"burst\";q=20;w=2, \"daily\";q=10000;w=86400\r\n"
          "RateLimit: \"burst\";r=13;t=1\r\n");
}

TEST_CASE("each draft has its own parameter names", "[response]")
{
    SampleVerdict sample;
    sample.limit("burst", 100, 1min, refuses(100, 7200ms));
    using Structured = ResponseSettings::Structured;
    const auto field = [&](Structured structured) {
        const std::string fields = limit_fields(*sample, settings_with(structured), 0, 8);
        return fields.substr(fields.find("RateLimit: "));
    };
    CHECK(field(Structured::draft11) == "RateLimit: \"burst\";r=0;t=8\r\n");
    CHECK(field(Structured::draft12) == "RateLimit: \"burst\";a=0;w=8\r\n");
    CHECK(field(Structured::both) == "RateLimit: \"burst\";r=0;t=8;a=0;w=8\r\n");
}

TEST_CASE("names are strings of structured fields", "[response]")
{
    struct Row {
        const char* name;
        const char* expected;
        const char* why;
    };
    const Row rows[] = {
        {"a\"b\\c", R"("a\"b\\c")", "rl-name-escape"},
        {"a, b;c=d", "\"a, b;c=d\"", "what divides fields is only text here"},
        {"caf\xC3\xA9", "\"caf??\"", "what cannot be said is replaced"},
        {"a\r\nX: y", "\"a??X: y\"", "nothing breaks out of its line"},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        SampleVerdict sample;
        sample.limit(row.name, 1, 1s, admits(1, 1, 1s));
        CHECK(limit_fields(*sample, draft11) == "RateLimit-Policy: " + std::string(row.expected) +
                                                    ";q=1;w=1\r\nRateLimit: " + row.expected +
                                                    ";r=1;t=1\r\n");
    }
}

TEST_CASE("integers stay within fifteen digits, windows above zero", "[response]")
{
    constexpr std::int64_t quadrillion = 1'000'000'000'000'000;
    SampleVerdict sample;
    sample.limit("x", 1, 10ms, {true, quadrillion, quadrillion, 1ms, {}}); // rl-int-range
    CHECK(limit_fields(*sample, draft11) == "RateLimit-Policy: \"x\";q=999999999999999;w=1\r\n"
                                            "RateLimit: \"x\";r=999999999999999;t=1\r\n");
}
