// What a client is told about its limits, in every form that can be configured.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"

#include <nlohmann/json.hpp>

using namespace weir;

namespace {

// One limit of 2 an hour, called burst; `response` is the inside of that section.
std::string settings(const std::string& response, const std::string& more = {})
{
    return "response: { retry_after: { jitter: 0 }" + (response.empty() ? "" : ", " + response) +
           " }\nroutes:\n  - match: /limited\n    upstream: api\n    limits: [{ name: burst, key: "
           "ip, "
           "algorithm: fixed_window, limit: 2, window: 1h, align: key" +
           more + " }]\n  - { match: /**, upstream: api }\n";
}

struct Answers {
    Response admitted;
    Response refused;
};

Answers answers(const RunningWeir& weir)
{
    TestClient client(weir.port());
    Answers result;
    result.admitted = client.ask(get("/limited"));
    client.ask(get("/limited"));
    result.refused = client.ask(get("/limited"));
    return result;
}

} // namespace

TEST_CASE("the default is RateLimit-* and the structured fields of draft 11", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings(""));
    const auto [admitted, refused] = answers(weir);
    INFO(admitted.head.raw << refused.head.raw);
    CHECK(admitted.status == 200);
    CHECK(admitted.field("RateLimit-Limit") == "2");
    CHECK(admitted.field("RateLimit-Remaining") == "1");
    CHECK(admitted.number("RateLimit-Reset") >= 3595);
    CHECK(admitted.field("RateLimit-Policy") == "\"burst\";q=2;w=3600");
    CHECK(admitted.field("RateLimit").starts_with("\"burst\";r=1;t=3"));
    CHECK_FALSE(admitted.fields().has("Retry-After"));
    CHECK_FALSE(admitted.fields().has("X-RateLimit-Limit"));

    CHECK(refused.status == 429);
    CHECK(refused.head.start_line == "HTTP/1.1 429 Too Many Requests");
    CHECK(refused.field("Cache-Control") == "no-store");
    CHECK(refused.field("RateLimit-Remaining") == "0");
    CHECK(refused.number("Retry-After") >= 3595);
    CHECK(refused.number("RateLimit-Reset") <= refused.number("Retry-After"));
    CHECK(refused.fields().has("Date"));
    CHECK(refused.fields().has("X-Request-Id"));
    CHECK_FALSE(refused.says_close());

    const auto problem = nlohmann::json::parse(refused.body);
    CHECK(refused.field("Content-Type") == "application/problem+json");
    CHECK(problem["type"] == "https://iana.org/assignments/http-problem-types#quota-exceeded");
    CHECK(problem["status"] == 429);
    CHECK(problem["violated-policies"] == nlohmann::json::array({"burst"}));
    CHECK(problem["retry-after"] == refused.number("Retry-After"));
    CHECK_THAT(refused.body, !ContainsSubstring("127.0.0.1"));
}

TEST_CASE("each header family is sent when asked for, and alone", "[e2e]")
{
    FakeUpstream upstream;
    SECTION("draft 12")
    {
        RunningWeir weir(upstream, settings("headers: [structured], structured: draft12"));
        const Response response = TestClient(weir.port()).ask(get("/limited"));
        CHECK(response.field("RateLimit").starts_with("\"burst\";a=1;w=3"));
        CHECK_FALSE(response.fields().has("RateLimit-Limit"));
    }
    SECTION("both drafts")
    {
        RunningWeir weir(upstream, settings("headers: [structured], structured: both"));
        const std::string field = TestClient(weir.port()).ask(get("/limited")).field("RateLimit");
        for (const char* parameter : {";r=1", ";t=3", ";a=1", ";w=3"})
            CHECK_THAT(field, ContainsSubstring(parameter));
    }
    SECTION("X-RateLimit")
    {
        RunningWeir weir(upstream, settings("headers: [x_ratelimit], x_ratelimit_reset: epoch"));
        const Response response = TestClient(weir.port()).ask(get("/limited"));
        CHECK(response.field("X-RateLimit-Limit") == "2");
        CHECK(response.field("X-RateLimit-Remaining") == "1");
        const std::int64_t now = wall_clock_now() / Millis(1000);
        CHECK(std::abs(response.number("X-RateLimit-Reset") - (now + 3600)) <= 5);
        CHECK_FALSE(response.fields().has("RateLimit"));
        CHECK_FALSE(response.fields().has("RateLimit-Limit"));
    }
}

TEST_CASE("Retry-After can be a date", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, "response: { retry_after: { format: http_date, jitter: 0 } }\n"
                               "routes:\n  - match: /limited\n    upstream: api\n    limits: "
                               "[{ key: ip, algorithm: fixed_window, limit: 2, window: 1h }]\n");
    const std::string date = answers(weir).refused.field("Retry-After");
    CHECK(date.size() == 29);
    CHECK(date.ends_with(" GMT"));
}

TEST_CASE("jitter only adds", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, "response: { retry_after: { jitter: 0.5 } }\nroutes:\n"
                               "  - match: /limited\n    upstream: api\n    limits: [{ key: ip, "
                               "algorithm: fixed_window, limit: 1, window: 1h, align: key }]\n");
    TestClient client(weir.port());
    client.ask(get("/limited"));
    bool differ = false;
    std::int64_t first = 0;
    for (int request = 0; request < 20; ++request) {
        const std::int64_t seconds = client.ask(get("/limited")).number("Retry-After");
        CHECK(seconds >= 3590);
        CHECK(seconds <= 5400);
        first = request == 0 ? seconds : first;
        differ = differ || seconds != first;
    }
    CHECK(differ);
}

TEST_CASE("the body of a refusal takes the configured form", "[e2e]")
{
    FakeUpstream upstream;
    SECTION("json")
    {
        RunningWeir weir(upstream, settings("body: json"));
        const Response refused = answers(weir).refused;
        CHECK(refused.field("Content-Type").starts_with("application/json"));
        CHECK(nlohmann::json::parse(refused.body).is_object());
    }
    SECTION("text")
    {
        RunningWeir weir(upstream, settings("body: text"));
        const Response refused = answers(weir).refused;
        CHECK(refused.field("Content-Type").starts_with("text/plain"));
        CHECK_FALSE(refused.body.empty());
    }
    SECTION("a file")
    {
        const TempDir folder;
        const std::string file = folder.write("refused.html", "<p>later</p>");
        RunningWeir weir(upstream,
                         settings("body: { file: \"" + file + "\", content_type: text/html }"));
        const Response refused = answers(weir).refused;
        CHECK(refused.field("Content-Type") == "text/html");
        CHECK(refused.body == "<p>later</p>");
    }
}

TEST_CASE("a refusal has the configured status, and its body says the same", "[e2e]")
{
    FakeUpstream upstream;
    const bool per_limit = GENERATE(true, false);
    RunningWeir weir(upstream,
                     settings(per_limit ? "" : "status: 503", per_limit ? ", status: 503" : ""));
    const Response refused = answers(weir).refused;
    CHECK(refused.head.start_line == "HTTP/1.1 503 Service Unavailable");
    CHECK(nlohmann::json::parse(refused.body)["status"] == 503);
    CHECK(refused.fields().has("Retry-After"));
}

TEST_CASE("HEAD is refused with the same fields and no body", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings(""));
    const Response to_get = answers(weir).refused;
    TestClient client(weir.port());
    const Response to_head = client.ask(head("/limited"), {.to_head = true});
    CHECK(to_head.status == 429);
    CHECK(to_head.field("Content-Type") == to_get.field("Content-Type"));
    CHECK(to_head.fields().lines.size() == to_get.fields().lines.size());
    CHECK(client.ask(get("/other")).body == "ok"); // nothing of a body came in between
}

TEST_CASE("routes without limits say nothing, and keep what the upstream says", "[e2e]")
{
    FakeUpstream upstream;
    upstream.otherwise([](UpstreamExchange& exchange) {
        exchange.answer(200, "ok", "RateLimit: \"theirs\";r=3;t=5\r\nX-RateLimit-Limit: 9\r\n");
    });
    RunningWeir weir(upstream, settings(""));
    const Response response = TestClient(weir.port()).ask(get("/other"));
    CHECK(response.field("RateLimit") == "\"theirs\";r=3;t=5");
    CHECK(response.field("X-RateLimit-Limit") == "9");
    CHECK_FALSE(response.fields().has("RateLimit-Limit"));
}

TEST_CASE("upstream_headers: keep leaves the upstream's fields and Weir's out", "[e2e]")
{
    FakeUpstream upstream;
    upstream.otherwise([](UpstreamExchange& exchange) {
        exchange.answer(200, "ok", "RateLimit-Limit: 1000\r\nRateLimit-Remaining: 999\r\n");
    });
    RunningWeir weir(upstream, settings("upstream_headers: keep"));
    const Response response = TestClient(weir.port()).ask(get("/limited"));
    CHECK(response.fields().all("RateLimit-Limit") == std::vector<std::string>{"1000"});
    CHECK(response.fields().all("RateLimit-Remaining") == std::vector<std::string>{"999"});
}

TEST_CASE("missing decides what becomes of a request without the key", "[e2e]")
{
    struct Row {
        const char* missing;
        std::vector<int> statuses; // of two callers with one request each, then the first again
    };
    const Row rows[] = {
        {"ip", {200, 200, 429}},
        {"shared", {200, 429, 429}},
        {"reject", {400, 400, 400}},
        {"skip", {200, 200, 200}},
    };
    for (const Row& row : rows) {
        INFO(row.missing);
        FakeUpstream upstream;
        RunningWeir weir(upstream, std::string("keys: { who: { source: header, name: X-Who } }\n"
                                               "routes:\n  - match: /**\n    upstream: api\n"
                                               "    limits: [{ key: who, algorithm: fixed_window, "
                                               "limit: 1, window: 1h, align: key, missing: ") +
                                       row.missing + " }]\n");
        TestClient first(weir.port());
        TestClient second(weir.port(), {.source = "127.0.0.2"});
        std::vector<int> statuses{first.ask(get("/")).status, second.ask(get("/")).status};
        statuses.push_back(TestClient(weir.port()).ask(get("/")).status);
        CHECK(statuses == row.statuses);
    }
}
