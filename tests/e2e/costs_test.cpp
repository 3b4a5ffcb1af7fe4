// Costs from the request and from the answer, and limits that only watch, through the real binary.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"

using namespace weir;

namespace {

std::string with_limit(const std::string& fields, const std::string& route = {})
{
    return "threads: 1\nlog: { access: off, decisions: all }\n"
           "response: { retry_after: { jitter: 0 } }\n"
           "routes:\n  - match: /**\n    upstream: api\n" +
           route + "    limits:\n      - { key: ip, " + fields + " }\n";
}

const std::string bucket = "algorithm: token_bucket, rate: 1/h, capacity: 100, ";

std::int64_t left(const RunningWeir& weir)
{
    return TestClient(weir.port()).ask(get("/free")).number("RateLimit-Remaining");
}

} // namespace

TEST_CASE("a request costs what its header says, within bounds", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, with_limit(bucket + "cost: { request_header: X-Cost, max: 50 }"));
    TestClient client(weir.port());
    const auto ask = [&](const std::string& cost) {
        return client.ask("GET / HTTP/1.1\r\nHost: a.test\r\nX-Cost: " + cost + "\r\n\r\n");
    };
    CHECK(ask("30").number("RateLimit-Remaining") == 70);
    CHECK(ask("-1").number("RateLimit-Remaining") == 69);
    CHECK(ask("9999999999999999999999").number("RateLimit-Remaining") == 19);
    const Response refused = ask("20");
    CHECK(refused.status == 429);
    CHECK_THAT(refused.body, ContainsSubstring("This request costs 20."));
    CHECK(refused.number("Retry-After") == 3600);
}

TEST_CASE("a body costs by its size, chunked or not", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, with_limit(bucket + "cost: { request_bytes: 1KiB }"));
    TestClient client(weir.port());
    CHECK(client.ask(post("/", std::string(3000, 'x'))).number("RateLimit-Remaining") == 97);
    client.send("POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n"
                "1000\r\n" +
                std::string(4096, 'y') + "\r\n1\r\nz\r\n0\r\n\r\n");
    CHECK(client.receive().status == 200);
    CHECK(left(weir) == 91); // 97 - 5 for four KiB and a byte, and this one
}

TEST_CASE("the answer's own number is charged", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/free", [](UpstreamExchange& exchange) {
        exchange.answer(200, "{\"usage\":{\"total\":0}}", "X-Cost: 0\r\n");
    });
    upstream.on("/dear", [](UpstreamExchange& exchange) {
        exchange.answer(200, "{\"id\":\"x\",\"usage\":{\"total\":37}}", "X-Cost: 37\r\n");
    });
    upstream.on("/chunked", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Cost: 37\r\n\r\n"
                      "9\r\n{\"usage\":\r\n");
        exchange.send("a\r\n{\"total\":3\r\n");
        exchange.send("3\r\n7}}\r\n0\r\n\r\n");
    });
    upstream.on("/events", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-Cost: 37\r\n"
                      "Connection: close\r\n\r\ndata: {\"delta\":\"a\"}\n\n");
        exchange.send("data: {\"usage\":{\"total\":37}}\n\ndata: [DONE]\n\n");
        exchange.close();
    });
    upstream.on("/large", [](UpstreamExchange& exchange) {
        exchange.answer(200,
                        "{\"x\":\"" + std::string(1'000'000, 'x') + "\",\"usage\":{\"total\":37}}",
                        "X-Cost: 37\r\n");
    });
    const std::string charge = GENERATE("response_json: /usage/total", "response_header: X-Cost");
    CAPTURE(charge);
    RunningWeir weir(upstream,
                     with_limit("algorithm: token_bucket, rate: 1/h, capacity: 150, charge: { " +
                                charge + ", reserve: 10 }"));
    // What a field says is known with the head; until a body is through, the reserve is taken.
    const std::int64_t reserved = charge == "response_header: X-Cost" ? 0 : 10;
    std::int64_t expected = 150;
    CHECK(left(weir) == expected - reserved);
    for (const char* path : {"/dear", "/chunked", "/events", "/large"}) {
        INFO(path);
        CHECK(TestClient(weir.port()).ask(get(path)).status == 200);
        expected -= 37;
        if (expected >= 10) CHECK(left(weir) == expected - reserved);
    }
    // Two are left, which is less than the reserve.
    const Response refused = TestClient(weir.port()).ask(get("/free"));
    CHECK(refused.status == 429);
    CHECK(refused.number("RateLimit-Remaining") == 2);
    CHECK(refused.number("Retry-After") == 8 * 3600);
}

TEST_CASE("an upgrade costs what was reserved, and a chunked body its debt", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/socket", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n"
                      "Upgrade: websocket\r\n\r\nhello");
        exchange.wait_for_close(Millis(5000));
        exchange.close();
    });
    SECTION("upgrade")
    {
        RunningWeir weir(upstream,
                         with_limit(bucket + "charge: { response_json: /n, reserve: 30 }"));
        for (int i = 0; i < 2; ++i) {
            TestClient client(weir.port());
            client.send("GET /socket HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\n"
                        "Upgrade: websocket\r\n\r\n");
            REQUIRE(client.wait_for("hello"));
            client.close();
        }
        CHECK(wait_until([&] { return left(weir) >= 0; }, Millis(2000)));
        CHECK(TestClient(weir.port()).ask(get("/")).status == 429); // three of four thirties
    }
    SECTION("chunked body")
    {
        RunningWeir weir(upstream, with_limit("algorithm: token_bucket, rate: 1/s, capacity: 3, "
                                              "cost: { request_bytes: 1KiB }"));
        TestClient client(weir.port());
        client.send("POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n"
                    "19000\r\n" +
                    std::string(0x19000, 'y') + "\r\n0\r\n\r\n");
        CHECK(client.receive().status == 200);
        const Response refused = client.ask(get("/"));
        CHECK(refused.status == 429);
        CHECK(refused.number("Retry-After") >= 95); // a hundred KiB at one a second
    }
}

TEST_CASE("a compressed answer costs what was reserved, and the operator is told", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/zipped", [](UpstreamExchange& exchange) {
        exchange.answer(200, "{\"n\":5}", "Content-Encoding: gzip\r\n");
    });
    RunningWeir weir(upstream, with_limit(bucket + "charge: { response_json: /n, reserve: 3 }"));
    for (int i = 0; i < 3; ++i)
        CHECK(TestClient(weir.port()).ask(get("/zipped")).status == 200);
    CHECK(left(weir) == 100 - 3 * 3 - 3); // and this one's reserve
    CHECK(wait_until([&] { return weir.log().find("compressed answers") != std::string::npos; },
                     Millis(2000)));
}

TEST_CASE("failed logins alone are charged, and a shadow beside them only watches", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/login", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.answer(exchange.request().body == "right" ? 200 : 401, "");
    });
    RunningWeir weir(
        upstream,
        with_limit("name: failures, algorithm: fixed_window, limit: 3, window: 1h, "
                   "align: key, count: { status: [401, 403] } }\n"
                   "      - { key: ip, name: stricter, mode: shadow, algorithm: "
                   "fixed_window, limit: 1, window: 1h, align: key, count: { status: [401] }"));
    TestClient client(weir.port());
    for (int request = 0; request < 10; ++request) {
        const Response response = client.ask(post("/login", "right"));
        CHECK(response.status == 200);
        CHECK(response.number("RateLimit-Remaining") == 3);
        CHECK_THAT(response.field("RateLimit-Policy"), !ContainsSubstring("stricter"));
    }
    for (int left = 2; left >= 0; --left) {
        const Response response = client.ask(post("/login", "wrong"));
        CHECK(response.status == 401);
        CHECK(response.number("RateLimit-Remaining") == left);
    }
    const Response refused = client.ask(post("/login", "right"));
    CHECK(refused.status == 429);
    CHECK_THAT(refused.body, ContainsSubstring("\"violated-policies\":[\"failures\"]"));
    CHECK(wait_until(
        [&] {
            return weir.log().find("limit=stricter") != std::string::npos &&
                   weir.log().find("decision=shadow_refused") != std::string::npos;
        },
        Millis(2000)));
}

TEST_CASE("a route in shadow mode and exempt clients are refused nothing", "[e2e]")
{
    FakeUpstream upstream;
    const std::string route = GENERATE("    mode: shadow\n", "    exempt: [127.0.0.0/8]\n");
    CAPTURE(route);
    RunningWeir weir(upstream, with_limit("algorithm: fixed_window, limit: 1, window: 1h", route));
    TestClient client(weir.port());
    for (int request = 0; request < 5; ++request) {
        const Response response = client.ask(get("/"));
        CHECK(response.status == 200);
        CHECK(response.field("RateLimit-Limit").empty());
        CHECK(response.field("RateLimit-Policy").empty());
    }
    if (route.find("shadow") != route.npos)
        CHECK(wait_until(
            [&] { return weir.log().find("decision=shadow_refused") != std::string::npos; },
            Millis(2000)));
}
