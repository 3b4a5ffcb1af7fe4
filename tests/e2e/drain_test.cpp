// SIGTERM and SIGINT: what is in flight is finished, then Weir exits with 0. C34 has the rest.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"
#include "support/turnstile.hpp"

#include <csignal>

using namespace weir;

TEST_CASE("an idle Weir exits at once with status 0", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, "routes: [{ match: /**, upstream: api }]\n");
    TestClient client(weir.port());
    client.ask(get("/"));
    const int signal = GENERATE(SIGTERM, SIGINT);
    weir.signal(signal);
    CHECK(client.wait_for_close() == Peer::closed);
    CHECK(weir.wait_exit(Millis(2000)) == 0);
}

TEST_CASE("an upload and its answer are finished while draining", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream,
                     "timeouts: { drain: 10s }\nroutes: [{ match: /**, upstream: api }]\n");
    TestClient client(weir.port());
    client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 8\r\n\r\nhalf");
    REQUIRE(upstream.wait_for_requests(1));
    weir.signal(SIGTERM);
    CHECK(wait_until([&] { return !can_connect(weir.port()); }, Millis(2000)));
    client.send("full");
    const Response response = client.receive();
    CHECK(response.status == 200);
    CHECK(response.says_close());
    CHECK(upstream.last().body == "halffull");
    CHECK(weir.wait_exit(Millis(3000)) == 0);
}

TEST_CASE("what is not finished when the drain time ends is cut, and the exit is 0", "[e2e]")
{
    Turnstile started;
    FakeUpstream upstream;
    upstream.on("/", [&](UpstreamExchange& exchange) {
        started.pass();
        exchange.wait_for_close(Millis(20'000));
    });
    RunningWeir weir(upstream,
                     "timeouts: { drain: 500ms }\nroutes: [{ match: /**, upstream: api }]\n");
    TestClient client(weir.port());
    client.send(get("/"));
    REQUIRE(started.wait());
    const Timeline timeline;
    weir.signal(SIGTERM);
    CHECK(weir.wait_exit(Millis(4000)) == 0);
    CHECK(timeline.elapsed() >= Millis(400));
    CHECK(client.wait_for_close() != Peer::open);
}
