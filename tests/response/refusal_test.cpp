#include "sample_verdict.hpp"

#include "support/catch.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <random>

using namespace weir;
using namespace std::chrono_literals;

namespace {

using Body = ResponseSettings::Body;

ResponseSettings with_body(Body body)
{
    ResponseSettings settings = without_jitter();
    settings.body = body;
    settings.file_body = "<p>Slow down.</p>\n";
    settings.file_content_type = "text/html";
    return settings;
}

constexpr Body all_bodies[] = {Body::problem, Body::json, Body::text, Body::file};

} // namespace

TEST_CASE("a refusal is complete to the byte", "[response]")
{
    SampleVerdict sample;
    sample.limit("burst", 10, 1s, refuses(10, 11'500ms));
    sample.limit("daily", 10'000, 24h, admits(9'000, 10'000, 9s));
    const AnswerContext context{.request_id = "4bf92f35", .wall_seconds = 784'111'777};
    CHECK(refusal_of(*sample, without_jitter(), context) ==
          "HTTP/1.1 429 Too Many Requests\r\n"
          "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
          "Content-Type: application/problem+json\r\n"
          "Content-Length: 259\r\n"
          "Cache-Control: no-store\r\n"
          "Retry-After: 12\r\n"
          "RateLimit-Limit: 10\r\n"
          "RateLimit-Remaining: 0\r\n"
          "RateLimit-Reset: 12\r\n"
          "RateLimit-Policy: \"burst\";q=10;w=1, \"daily\";q=10000;w=86400\r\n"
          "RateLimit: \"burst\";r=0;t=12\r\n"
          "X-Request-Id: 4bf92f35\r\n"
          "\r\n"
          "{\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\","
          "\"title\":\"Too Many Requests\",\"status\":429,"
          "\"detail\":\"Limit 'burst' allows 10 requests per second for each API key. "
          "Try again in 12 seconds.\","
          "\"violated-policies\":[\"burst\"],\"retry-after\":12}");
}

TEST_CASE("head and body of a refusal tell the same numbers", "[response]")
{
    ResponseSettings settings;
    settings.jitter_permille = 250;
    const Answer answer(refusal_of(*used_up(), settings, {}, std::numeric_limits<Draw>::max()));
    CHECK(answer.fields.at("Retry-After") == "15");
    CHECK(answer.fields.at("RateLimit-Reset") == "12"); // without the jitter
    CHECK_THAT(answer.fields.at("RateLimit"), ContainsSubstring("t=12"));
    const auto body = nlohmann::json::parse(answer.body);
    CHECK(body.at("retry-after") == 15);
    CHECK(body.at("detail").get<std::string>().ends_with("Try again in 15 seconds."));
}

TEST_CASE("all limits that refused are violated, the longest wait speaks", "[response]")
{
    SampleVerdict sample;
    sample.limit("a", 1, 1s, refuses(1, 1s));
    sample.limit("b", 2, 1s, admits(0, 2, 1s));
    sample.limit("c \"d\"", 3, 1min, refuses(3, 40s));
    const Answer answer(refusal_of(*sample, without_jitter()));
    CHECK(answer.fields.at("Retry-After") == "40");
    CHECK(answer.fields.at("RateLimit-Limit") == "3");
    CHECK(nlohmann::json::parse(answer.body).at("violated-policies") ==
          nlohmann::json{"a", "c \"d\""});
}

TEST_CASE("where no wait helps none is told", "[response]")
{
    SampleVerdict sample;
    sample.limit("burst", 10, 1s, refuses(10, {}, 10));
    for (const Body kind : all_bodies) {
        const Answer answer(refusal_of(*sample, with_body(kind)));
        CHECK(answer.fields.count("Retry-After") == 0);
        CHECK(answer.fields.at("RateLimit-Remaining") == "10");
    }
    const Answer answer(refusal_of(*sample, without_jitter()));
    CHECK_FALSE(nlohmann::json::parse(answer.body).contains("retry-after"));
}

TEST_CASE("a limit may have a status of its own", "[response]")
{
    SampleVerdict sample = used_up();
    sample.settings().status = 503;
    for (const Body kind : {Body::problem, Body::json}) {
        const Answer answer(refusal_of(*sample, with_body(kind)));
        CHECK(answer.status_line == "HTTP/1.1 503 Service Unavailable");
        CHECK(nlohmann::json::parse(answer.body).at("status") == 503);
    }
    ResponseSettings settings = without_jitter();
    settings.status = 503;
    const Answer answer(refusal_of(*used_up(), settings));
    CHECK(answer.status_line == "HTTP/1.1 503 Service Unavailable");
    CHECK(nlohmann::json::parse(answer.body).at("title") == "Service Unavailable");
}

TEST_CASE("every kind of body says its type and length", "[response]")
{
    struct Row {
        Body kind;
        const char* content_type;
        std::string body; // "": looked at elsewhere
    };
    const Row rows[] = {
        {Body::problem, "application/problem+json", ""},
        {Body::json, "application/json",
         "{\"status\":429,\"error\":\"Too Many Requests\",\"message\":\"Limit 'burst' allows 10 "
         "requests per second for each API key. Try again in 12 seconds.\",\"limits\":[\"burst\"],"
         "\"retry_after\":12}"},
        {Body::text, "text/plain; charset=utf-8",
         "Limit 'burst' allows 10 requests per second for each API key. Try again in 12 "
         "seconds.\n"},
        {Body::file, "text/html", "<p>Slow down.</p>\n"},
    };
    for (const Row& row : rows) {
        const Answer answer(refusal_of(*used_up(), with_body(row.kind)));
        CHECK(answer.fields.at("Content-Type") == row.content_type);
        CHECK(answer.fields.at("Content-Length") == std::to_string(answer.body.size()));
        if (!row.body.empty()) CHECK(answer.body == row.body);
    }
}

TEST_CASE("HEAD is refused with the same head and no body", "[response][law]")
{
    for (const Body kind : all_bodies) {
        const std::string get = refusal_of(*used_up(), with_body(kind));
        const std::string head = refusal_of(*used_up(), with_body(kind), {.head_request = true});
        CHECK(head == get.substr(0, get.find("\r\n\r\n") + 4));
    }
}

TEST_CASE("an empty file is an empty body", "[response]")
{
    ResponseSettings settings = with_body(Body::file);
    settings.file_body = "";
    const Answer answer(refusal_of(*used_up(), settings));
    CHECK(answer.fields.at("Content-Length") == "0");
    CHECK(answer.body == "");
}

TEST_CASE("Retry-After may be a date, which is never early either", "[response]")
{
    ResponseSettings settings = without_jitter();
    settings.retry_format = ResponseSettings::RetryFormat::http_date;
    const auto told = [&](Duration wait, Duration wall_fraction) {
        SampleVerdict sample;
        sample.limit("burst", 10, 1s, refuses(10, wait));
        const AnswerContext context{.wall_seconds = 784'887'151, .wall_fraction = wall_fraction};
        return Answer(refusal_of(*sample, settings, context)).fields.at("Retry-After");
    };
    CHECK(told(30s, 0s) == "Tue, 15 Nov 1994 08:13:01 GMT"); // rl-retry-after-date
    CHECK(told(30s, 1ns) == "Tue, 15 Nov 1994 08:13:02 GMT");
    CHECK(told(29'500ms, 500ms) == "Tue, 15 Nov 1994 08:13:01 GMT");
    CHECK(told(29'500ms, 501ms) == "Tue, 15 Nov 1994 08:13:02 GMT");
}

TEST_CASE("a refusal needs no memory but the buffer", "[response]")
{
    std::string out;
    out.reserve(4096);
    const char* const before = out.data();
    append_refusal(out, *used_up(), without_jitter(), {.request_id = "x"}, 0);
    append_refusal(out, *used_up(), without_jitter(), {.request_id = "x"}, 0);
    CHECK(out.data() == before);
    CHECK(out.rfind("HTTP/1.1 429") > 0);
}

TEST_CASE("every refusal is valid JSON with the real status", "[response][law]")
{
    std::mt19937_64 random(5);
    for (int i = 0; i < 500; ++i) {
        SampleVerdict sample;
        std::string name(random() % 8, ' ');
        for (char& c : name)
            c = static_cast<char>(random());
        sample.limit(name, 1 + static_cast<std::int64_t>(random() % 50), 1s,
                     refuses(10, Duration(static_cast<std::int64_t>(random() % 100'000'000'000))));
        sample.settings().status = random() % 2 == 0 ? 429 : 503;
        const Answer answer(refusal_of(*sample, {}, {}, random()));
        const auto body = nlohmann::json::parse(answer.body);
        REQUIRE(answer.status_line.substr(9, 3) == std::to_string(body.at("status").get<int>()));
        REQUIRE(answer.fields.at("Retry-After") ==
                std::to_string(body.at("retry-after").get<int>()));
        REQUIRE(answer.fields.count("twice") == 0);
    }
}
