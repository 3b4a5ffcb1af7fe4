// Slots are given back once, whatever becomes of the request.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/in_parallel.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"
#include "support/turnstile.hpp"

#include <algorithm>
#include <atomic>

using namespace weir;

namespace {

std::string slots(int limit, const std::string& more = {})
{
    return "upstreams:\n  api: { servers: [UPSTREAM], response_timeout: 800ms, "
           "connect_timeout: 500ms, retries: 0 }\n"
           "  dead: { servers: ['127.0.0.1:1'], retries: 0 }\n"
           "routes:\n  - match: /**\n    upstream: api\n    limits:\n"
           "      - { key: ip, algorithm: concurrency, limit: " +
           std::to_string(limit) + " }\n" + more;
}

// Answers after `held`; knows how many it had at one time.
struct Holding {
    explicit Holding(FakeUpstream& upstream, Millis held)
    {
        upstream.on("/hold", [this, held](UpstreamExchange& exchange) {
            const int now = ++in_flight;
            int before = most;
            while (now > before && !most.compare_exchange_weak(before, now)) {
            }
            exchange.read_body();
            exchange.pause(held);
            --in_flight;
            exchange.answer(200, "held");
        });
    }
    std::atomic<int> in_flight = 0;
    std::atomic<int> most = 0;
};

// How many of so many simultaneous requests are admitted.
int admitted_at_once(const RunningWeir& weir, int requests)
{
    std::atomic<int> admitted = 0;
    std::vector<std::unique_ptr<TestClient>> clients;
    for (int i = 0; i < requests; ++i)
        clients.push_back(std::make_unique<TestClient>(weir.port()));
    for (const auto& client : clients)
        client->send(get("/hold"));
    for (const auto& client : clients)
        if (client->receive().status == 200) ++admitted;
    return admitted;
}

} // namespace

TEST_CASE("C03 clients that hang up give their slots back", "[e2e][case]")
{
    Turnstile started;
    Turnstile ended;
    FakeUpstream upstream;
    Holding holding(upstream, Millis(300));
    upstream.on("/slow", [&](UpstreamExchange& exchange) {
        exchange.read_body();
        started.pass();
        exchange.wait_for_close(Millis(5000));
        ended.pass();
        exchange.close();
    });
    RunningWeir weir(upstream, "threads: 1\n" + slots(2));
    for (int round = 1; round <= 10; ++round) {
        TestClient first(weir.port());
        TestClient second(weir.port());
        first.send(get("/slow"));
        second.send(get("/slow"));
        REQUIRE(started.wait(2 * round));
        first.reset();
        round % 2 == 0 ? second.reset() : second.close();
        REQUIRE(ended.wait(2 * round)); // so Weir has let go of both
    }
    CHECK(admitted_at_once(weir, 3) == 2);
}

TEST_CASE("C29 no more than the limit is ever in flight", "[e2e][case]")
{
    FakeUpstream upstream;
    Holding holding(upstream, Millis(300));
    RunningWeir weir(upstream, slots(5));
    for (int round = 0; round < 5; ++round)
        CHECK(admitted_at_once(weir, 30) == 5);
    CHECK(holding.most == 5);
}

TEST_CASE("C54 refused and failed requests give their slots back", "[e2e][case]")
{
    FakeUpstream upstream;
    Holding holding(upstream, Millis(300));
    upstream.on("/silent", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.wait_for_close(Millis(5000));
        exchange.close();
    });
    upstream.on("/rude", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
        exchange.reset();
    });
    upstream.on("/no-upgrade", [](UpstreamExchange& exchange) {
        exchange.answer(426, "no", "Upgrade: other\r\nConnection: Upgrade\r\n");
    });
    upstream.on("/garbage", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.send("this is no HTTP\r\n\r\n");
        exchange.close();
    });
    RunningWeir weir(
        upstream,
        "upstreams:\n  api: { servers: [UPSTREAM], response_timeout: 500ms, retries: 0 }\n"
        "  dead: { servers: ['127.0.0.1:1'], retries: 0 }\n"
        "routes:\n"
        "  - match: /once\n    upstream: api\n    limits:\n"
        "      - { key: global, algorithm: concurrency, limit: 3 }\n"
        "      - { key: ip, algorithm: fixed_window, limit: 1, window: 60s, align: key }\n"
        "  - match: /dead\n    upstream: dead\n    limits:\n"
        "      - { key: global, algorithm: concurrency, limit: 3 }\n"
        "  - match: /**\n    upstream: api\n    limits:\n"
        "      - { key: global, algorithm: concurrency, limit: 3 }\n");
    const auto status = [&](const std::string& request) {
        TestClient client(weir.port());
        client.send(request);
        return client.receive().status;
    };
    for (int i = 0; i < 10; ++i)
        CHECK(status(get("/once")) == (i == 0 ? 200 : 429));
    for (int i = 0; i < 10; ++i)
        CHECK(status(get("/dead")) == 502);
    for (int i = 0; i < 4; ++i)
        CHECK(status(get("/silent")) == 504);
    for (int i = 0; i < 4; ++i)
        CHECK(status(get("/garbage")) == 502);
    for (int i = 0; i < 4; ++i)
        CHECK(status(get("/rude")) == 200); // cut off, and visibly so
    for (int i = 0; i < 5; ++i)
        CHECK(status("GET /no-upgrade HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\n"
                     "Upgrade: websocket\r\n\r\n") == 426);
    for (int i = 0; i < 4; ++i) // bodies that never come, and are broken
        CHECK(
            status(
                "POST /hold HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n") ==
            400);
    CHECK(admitted_at_once(weir, 4) == 3);
}

TEST_CASE("C81 a slot is free when a stream has ended, also one that fell silent", "[e2e][case]")
{
    FakeUpstream upstream;
    upstream.on("/events", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                      "Transfer-Encoding: chunked\r\n\r\n");
        for (int event = 0; event < 4; ++event) {
            exchange.pause(Millis(300));
            exchange.send("9\r\ndata: x\n\n\r\n");
        }
        exchange.send("0\r\n\r\n");
    });
    upstream.on("/silent", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n");
        exchange.wait_for_close(Millis(5000));
        exchange.close();
    });
    RunningWeir weir(upstream, slots(1));
    TestClient client(weir.port());
    for (int i = 0; i < 2; ++i) {
        client.send(get("/events"));
        CHECK(client.wait_for("data: x"));
        CHECK(TestClient(weir.port()).ask(get("/")).status == 429); // it is in flight
        const Response response = client.receive();
        CHECK(response.complete());
        CHECK(TestClient(weir.port()).ask(get("/")).status == 200);
    }
    TestClient second(weir.port());
    second.send(get("/silent"));
    CHECK_FALSE(second.receive().complete());
    CHECK(TestClient(weir.port()).ask(get("/")).status == 200);
}

TEST_CASE("a tunnel holds its slot until it ends", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/socket", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n"
                      "Upgrade: websocket\r\n\r\nhello");
        exchange.wait_for_close(Millis(10'000));
        exchange.close();
    });
    RunningWeir weir(upstream, slots(1));
    TestClient client(weir.port());
    client.send("GET /socket HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\n"
                "Upgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n");
    REQUIRE(client.wait_for("hello"));
    const Response refused = TestClient(weir.port()).ask(get("/"));
    CHECK(refused.status == 429);
    CHECK(refused.number("Retry-After") >= 1);
    CHECK_THAT(refused.body, ContainsSubstring("allows 1 request at one time for each client"));
    CHECK_THAT(refused.field("RateLimit-Policy"), ContainsSubstring("qu=\"concurrent-requests\""));
    client.close();
    CHECK(wait_until([&] { return TestClient(weir.port()).ask(get("/")).status == 200; },
                     Millis(5000)));
}

TEST_CASE("one client after another never meets a slot that is still taken", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, "threads: 2\n" + slots(1));
    for (int request = 0; request < 300; ++request)
        REQUIRE(TestClient(weir.port()).ask(get("/")).status == 200);
}

TEST_CASE("a slot is free when the answer is out, though the request's body never comes", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(
        upstream, "upstreams:\n  api: { servers: [UPSTREAM] }\n  dead: { servers: ['127.0.0.1:1'], "
                  "retries: 0 }\nroutes:\n  - match: /**\n    upstream: dead\n    limits:\n"
                  "      - { key: global, algorithm: concurrency, limit: 1 }\n");
    TestClient slow(weir.port());
    slow.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 500\r\n\r\n");
    CHECK(slow.receive().status == 502);
    CHECK(TestClient(weir.port()).ask(get("/")).status == 502); // and not 429
}

TEST_CASE("a tunnel that nobody ends on the other side does not hold its slot for long", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/socket", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n"
                      "Upgrade: websocket\r\n\r\nhello");
        exchange.pause(Millis(4000)); // deaf to the client's end
        exchange.close();
    });
    RunningWeir weir(upstream, slots(1)); // response_timeout: 800ms
    TestClient client(weir.port());
    client.send("GET /socket HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\n"
                "Upgrade: websocket\r\n\r\n");
    REQUIRE(client.wait_for("hello"));
    const Timeline timeline;
    client.close();
    CHECK(wait_until([&] { return TestClient(weir.port()).ask(get("/")).status == 200; },
                     Millis(3000)));
    CHECK(timeline.elapsed() < stretched(Millis(3000)));
}
