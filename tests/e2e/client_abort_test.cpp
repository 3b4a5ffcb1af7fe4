// Clients that go away, or half away.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"
#include "support/turnstile.hpp"

#include <atomic>

using namespace weir;

static const std::string unlimited = "threads: 1\nroutes: [{ match: /**, upstream: api }]\n";

TEST_CASE("a client that goes away cancels its upstream request", "[e2e]")
{
    Turnstile started;
    Turnstile ended;
    std::atomic<Peer> seen{Peer::open};
    FakeUpstream upstream;
    upstream.on("/slow", [&](UpstreamExchange& exchange) {
        exchange.read_body();
        started.pass();
        seen = exchange.wait_for_close(Millis(5000));
        ended.pass();
        exchange.close();
    });
    upstream.on("/events", [&](UpstreamExchange& exchange) {
        exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                      "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
        started.pass();
        for (int event = 0; event < 100 && seen == Peer::open; ++event) {
            exchange.send("5\r\nhello\r\n");
            seen = exchange.wait_for_close(Millis(50));
        }
        ended.pass();
        exchange.close();
    });
    RunningWeir weir(upstream, unlimited);

    SECTION("with a reset while it waits")
    {
        TestClient client(weir.port());
        client.send(get("/slow"));
        REQUIRE(started.wait());
        client.reset();
    }
    SECTION("with a reset, or by closing, while events flow")
    {
        const bool reset = GENERATE(true, false);
        TestClient client(weir.port());
        client.send(get("/events"));
        REQUIRE(started.wait());
        REQUIRE(client.wait_for("hello"));
        reset ? client.reset() : client.close();
    }
    SECTION("in the middle of its upload")
    {
        TestClient client(weir.port());
        client.send("POST /slow HTTP/1.1\r\nHost: a.test\r\nContent-Length: 100\r\n\r\nhalf");
        REQUIRE(upstream.wait_for_requests(1));
        client.reset();
    }
    CHECK(ended.wait());
    CHECK(seen != Peer::open);
    CHECK(TestClient(weir.port()).ask(get("/")).status == 200);
}

TEST_CASE("a client that closes its sending side after the request gets its answer", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/", [](UpstreamExchange& exchange) {
        exchange.pause(Millis(200));
        exchange.answer(200, "still here");
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    client.send(get("/"));
    client.half_close();
    const Response response = client.receive();
    CHECK(response.complete());
    CHECK(response.body == "still here");
    CHECK(client.wait_for_close() == Peer::closed);
}

TEST_CASE("a client that sends two requests and closes its sending side gets both answers", "[e2e]")
{
    FakeUpstream upstream;
    upstream.otherwise([](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.pause(Millis(100));
        exchange.answer(200, exchange.request().target);
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    client.send(get("/one") + get("/two"));
    client.half_close();
    CHECK(client.receive().body == "/one");
    CHECK(client.receive().body == "/two");
    CHECK(client.wait_for_close() == Peer::closed);
}

TEST_CASE("a request cut off by FIN never reaches the upstream as a whole one", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    for (const char* request :
         {"GET / HTTP/1.1\r\nHost: a.te",
          "POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 10\r\n\r\nhalf",
          "POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"}) {
        INFO(request);
        TestClient client(weir.port());
        client.send(request);
        client.half_close();
        const Response response = client.receive();
        CHECK((response.status == 0 || response.status == 400 || response.status == 408));
        CHECK(client.wait_for_close() != Peer::open);
    }
    CHECK(upstream.count_whole() == 0);
}

TEST_CASE("connections of clients that vanish are all given back", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    TestClient(weir.port()).ask(get("/"));
    const std::size_t files = weir.open_files();
    for (int round = 0; round < 100; ++round) {
        TestClient client(weir.port());
        const std::string request = post("/", "body of the request");
        client.send(request.substr(0, static_cast<std::size_t>(round) % request.size()));
        if (round % 2 == 0) client.reset();
    }
    CHECK(wait_until([&] { return weir.open_files() <= files + 1; }, Millis(5000)));
}
