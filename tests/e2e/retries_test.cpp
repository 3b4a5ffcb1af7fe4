// When a request is sent a second time, and when never.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"

#include <atomic>

using namespace weir;

namespace {

std::string with_retries(int retries)
{
    return "threads: 1\nupstreams:\n  api: { servers: [{ address: \"UPSTREAM\" }], retries: " +
           std::to_string(retries) + " }\nroutes: [{ match: /**, upstream: api }]\n";
}

// Closes without an answer the first `times` times.
void fail_first(FakeUpstream& upstream, int times, std::atomic<int>& attempts)
{
    upstream.on("/", [&attempts, times](UpstreamExchange& exchange) {
        exchange.read_body();
        if (++attempts > times)
            exchange.answer(200, "at last");
        else
            exchange.close();
    });
}

} // namespace

TEST_CASE("an idempotent request is tried again as often as configured", "[e2e]")
{
    struct Row {
        const char* method;
        int retries;
        int failures;
        int status;
        int attempts;
        const char* why;
    };
    const Row rows[] = {
        {"GET", 1, 1, 200, 2, "the second attempt succeeds"},
        {"GET", 1, 2, 502, 2, "no more than configured"},
        {"GET", 0, 1, 502, 1, "no retries"},
        {"GET", 2, 2, 200, 3, "two retries"},
        {"DELETE", 1, 1, 200, 2, "idempotent by definition"},
        {"POST", 1, 1, 502, 1, "not idempotent, and the upstream has read it"},
        {"PATCH", 1, 1, 502, 1, "not idempotent"},
        {"PURGE", 1, 1, 502, 1, "unknown methods are not taken for idempotent"},
    };
    for (const Row& row : rows) {
        INFO(row.method << ": " << row.why);
        std::atomic<int> attempts{0};
        FakeUpstream upstream;
        fail_first(upstream, row.failures, attempts);
        RunningWeir weir(upstream, with_retries(row.retries));
        const std::string request =
            std::string(row.method) + " / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 0\r\n\r\n";
        CHECK(TestClient(weir.port()).ask(request).status == row.status);
        CHECK(attempts == row.attempts);
    }
}

TEST_CASE("nothing is tried again once a byte of the answer has been forwarded", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/", [](UpstreamExchange& exchange) {
        exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
        exchange.close();
    });
    RunningWeir weir(upstream, with_retries(3));
    TestClient client(weir.port());
    client.send(get("/"));
    const Response response = client.receive();
    CHECK(response.status == 200);
    CHECK_FALSE(response.complete());
    CHECK(upstream.count() == 1);
}

TEST_CASE("a POST may go elsewhere while the server has refused the connection", "[e2e]")
{
    // Two servers of which one does not listen: nothing can have reached it.
    FakeUpstream upstream;
    const std::string dead = "127.0.0.1:" + std::to_string(unused_port());
    RunningWeir weir(upstream, "threads: 1\nupstreams:\n  api: { servers: [{ address: \"" + dead +
                                   "\" }, { address: \"UPSTREAM\" }] }\n"
                                   "routes: [{ match: /**, upstream: api }]\n");
    for (int request = 0; request < 10; ++request) {
        CHECK(TestClient(weir.port()).ask(post("/", "hello")).status == 200);
        CHECK(upstream.last().body == "hello");
    }
    CHECK(upstream.count() == 10);
}

TEST_CASE("requests are spread over the servers of an upstream", "[e2e]")
{
    FakeUpstream first;
    FakeUpstream second;
    RunningWeir weir(first, "threads: 1\nupstreams:\n  api: { servers: [{ address: \"UPSTREAM\" }, "
                            "{ address: \"" +
                                second.address() +
                                "\" }] }\nroutes: [{ match: /**, upstream: api }]\n");
    TestClient client(weir.port());
    ask_times(client, get("/"), 20);
    CHECK(first.count() >= 5);
    CHECK(second.count() >= 5);
    CHECK(first.count() + second.count() == 20);
}

TEST_CASE("a second attempt goes to another server, however idle the failing one is", "[e2e]")
{
    FakeUpstream good;
    FakeUpstream bad;
    bad.otherwise([](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.close(); // at once: it always has the fewest requests in flight
    });
    RunningWeir weir(good, "threads: 1\nupstreams:\n  api: { servers: [{ address: \"UPSTREAM\" }, "
                           "{ address: \"" +
                               bad.address() +
                               "\" }] }\nroutes: [{ match: /**, upstream: api }]\n");
    TestClient client(weir.port());
    for (int request = 0; request < 50; ++request)
        REQUIRE(client.ask(get("/")).status == 200);
    CHECK(bad.count() > 0);
}
