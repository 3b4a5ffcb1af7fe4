// Connections live on, on both sides.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/in_parallel.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"
#include "support/turnstile.hpp"

#include <atomic>
#include <csignal>
#include <fstream>
#include <iterator>

using namespace weir;
using Statuses = std::vector<int>;

static const std::string unlimited = "threads: 1\nroutes: [{ match: /**, upstream: api }]\n";

TEST_CASE("many requests of one client share one connection on each side", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    for (int request = 0; request < 100; ++request) {
        const Response response = client.ask(get("/" + std::to_string(request)));
        CHECK(response.status == 200);
        CHECK_FALSE(response.says_close());
    }
    CHECK(upstream.connections() == 1);
}

TEST_CASE("clients that come one after another share a pooled upstream connection", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    for (int client = 0; client < 20; ++client)
        CHECK(TestClient(weir.port()).ask(get("/")).status == 200);
    CHECK(upstream.connections() == 1);
}

TEST_CASE("no more idle upstream connections are kept than configured", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, R"(
threads: 1
upstreams:
  api: { servers: [{ address: "UPSTREAM" }], keepalive: 2 }
routes: [{ match: /**, upstream: api }]
)");
    upstream.otherwise([](UpstreamExchange& exchange) {
        exchange.pause(Millis(200)); // so that all ten are in flight together
        exchange.answer(200, "ok");
    });
    in_parallel(10, [&](int) { TestClient(weir.port()).ask(get("/")); });
    const std::size_t idle_files = weir.open_files();
    CHECK(upstream.connections() == 10);
    in_parallel(2, [&](int) { TestClient(weir.port()).ask(get("/")); });
    CHECK(upstream.connections() == 10);
    in_parallel(3, [&](int) { TestClient(weir.port()).ask(get("/")); });
    CHECK(upstream.connections() == 11);
    CHECK(wait_until([&] { return weir.open_files() <= idle_files; }, Millis(3000)));
}

TEST_CASE("fifty pipelined requests are answered in order", "[e2e]")
{
    FakeUpstream upstream;
    upstream.otherwise(
        [](UpstreamExchange& exchange) { exchange.answer(200, exchange.request().target); });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    std::string requests;
    for (int request = 0; request < 50; ++request) {
        const std::string path = "/" + std::to_string(request);
        requests += request % 3 == 0 ? post(path, std::string(100, 'b')) : get(path);
    }
    client.send(requests);
    for (int request = 0; request < 50; ++request)
        CHECK(client.receive().body == "/" + std::to_string(request));
    CHECK(upstream.count_whole() == 50);
}

TEST_CASE("an idle connection is closed silently after its time", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, "timeouts: { idle: 500ms }\n" + unlimited);
    TestClient client(weir.port());
    CHECK(client.ask(get("/")).status == 200);
    const Timeline timeline;
    CHECK(client.wait_for_close() == Peer::closed);
    CHECK(client.stream().buffered().empty());
    CHECK(timeline.elapsed() >= Millis(400));
}

TEST_CASE("a thousand connections are served", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    std::vector<TestClient> clients;
    for (int client = 0; client < 1000; ++client)
        clients.emplace_back(weir.port());
    for (int round = 0; round < 2; ++round) {
        for (TestClient& client : clients)
            client.send(get("/"));
        int successes = 0;
        for (TestClient& client : clients)
            successes += client.receive({.deadline = Millis(20'000)}).status == 200;
        CHECK(successes == 1000);
    }
    const std::size_t files = weir.open_files();
    clients.clear();
    CHECK(wait_until([&] { return weir.open_files() + 900 < files; }, Millis(5000)));
}

TEST_CASE("a connection that was asked to close is closed after its answer", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    client.send(get("/last", "Connection: close\r\n") + get("/never"));
    const Response response = client.receive();
    CHECK(response.status == 200);
    CHECK(response.says_close());
    CHECK(client.wait_for_close() == Peer::closed);
    CHECK(upstream.count() == 1);
}

TEST_CASE("an upstream's Connection: close is between it and Weir", "[e2e]")
{
    FakeUpstream upstream;
    upstream.otherwise([](UpstreamExchange& exchange) {
        exchange.answer(200, "ok", "Connection: close\r\nKeep-Alive: timeout=5\r\n");
        exchange.close();
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    for (int request = 1; request <= 3; ++request) {
        const Response response = client.ask(get("/"));
        CHECK(response.status == 200);
        CHECK_FALSE(response.says_close());
        CHECK_FALSE(response.fields().has("Keep-Alive"));
        CHECK(upstream.connections() == request);
    }
}

static bool is_stopped(int pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    const std::string stat((std::istreambuf_iterator<char>(file)), {});
    return stat.find(") T ") != stat.npos;
}

TEST_CASE("bytes that nobody asked for do not become the next client's answer", "[e2e]")
{
    // The request and the surplus lie in the kernel together, the request first, when Weir wakes.
    FakeUpstream upstream;
    Turnstile asked;
    Turnstile sent;
    upstream.on("/first", [&](UpstreamExchange& exchange) {
        exchange.answer(200, "first");
        if (!asked.wait()) return;
        exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL");
        sent.pass();
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    REQUIRE(client.ask(get("/first")).body == "first");

    weir.signal(SIGSTOP);
    REQUIRE(wait_until([&] { return is_stopped(weir.pid()); }, Millis(5000)));
    client.send(get("/second"));
    asked.pass();
    REQUIRE(sent.wait());
    weir.signal(SIGCONT);
    CHECK(client.receive().body == "ok");
}
