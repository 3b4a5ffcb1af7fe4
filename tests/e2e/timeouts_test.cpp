// Everybody who keeps Weir waiting is told so in time: 408 for clients, 504 and 502 for upstreams.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"

using namespace weir;

namespace {

constexpr const char* settings = R"(
timeouts: { header: 700ms, body: 700ms, idle: 700ms, write: 700ms }
upstreams:
  api: { servers: [{ address: "UPSTREAM" }], response_timeout: 700ms, connect_timeout: 500ms }
  dead: { servers: [{ address: "127.0.0.1:DEAD" }], connect_timeout: 500ms }
routes:
  - { match: /dead, upstream: dead }
  - { match: /**, upstream: api }
)";

std::string settings_with_dead_port()
{
    std::string text = settings;
    return text.replace(text.find("DEAD"), 4, std::to_string(unused_port()));
}

} // namespace

TEST_CASE("a client that stalls gets 408 and is closed", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings_with_dead_port());
    for (const char* request :
         {"GET / HTTP/1.1\r\nHost: a",
          "POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 9\r\n\r\nhalf",
          "POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf"}) {
        INFO(request);
        TestClient client(weir.port());
        const Timeline timeline;
        client.send(request);
        const Response response = client.receive();
        CHECK(response.status == 408);
        CHECK(response.says_close());
        CHECK(timeline.elapsed() >= Millis(600));
        CHECK(client.wait_for_close() == Peer::closed);
    }
    CHECK(upstream.count_whole() == 0);
}

TEST_CASE("a connection that sends nothing is closed without an answer", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings_with_dead_port());
    TestClient client(weir.port());
    CHECK(client.wait_for_close() == Peer::closed);
    CHECK(client.stream().buffered().empty());
}

TEST_CASE("a body that trickles is not stalled", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings_with_dead_port());
    TestClient client(weir.port());
    client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 6\r\n\r\n");
    const Timeline timeline;
    for (int byte = 1; byte <= 6; ++byte) { // 1.8 s in all
        timeline.reach(Millis(300) * byte);
        client.send("b");
    }
    CHECK(client.receive().status == 200);
}

TEST_CASE("an upstream that does not answer is 504, one that is not there is 502", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/silent", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.wait_for_close(Millis(10'000));
        exchange.close();
    });
    upstream.on("/half-head", [](UpstreamExchange& exchange) {
        exchange.send("HTTP/1.1 200 OK\r\nContent-");
        exchange.wait_for_close(Millis(10'000));
        exchange.close();
    });
    RunningWeir weir(upstream, settings_with_dead_port());
    for (const char* path : {"/silent", "/half-head"}) {
        INFO(path);
        const Timeline timeline;
        const Response late = TestClient(weir.port()).ask(post(path, "x"));
        CHECK(late.status == 504);
        CHECK(late.field("Content-Type") == "application/problem+json");
        CHECK(timeline.elapsed() >= Millis(600));
    }
    const Response absent = TestClient(weir.port()).ask(get("/dead"));
    CHECK(absent.status == 502);
    // The upstream's address is nobody's business.
    CHECK_THAT(absent.body, !ContainsSubstring("127.0.0.1"));
    CHECK(TestClient(weir.port()).ask(get("/")).status == 200);
}

TEST_CASE("a client that does not take its answer is cut off", "[e2e]")
{
    const std::string body(32 * 1024 * 1024, 'd');
    FakeUpstream upstream;
    upstream.on("/big", [&](UpstreamExchange& exchange) { exchange.answer(200, body); });
    RunningWeir weir(upstream, settings_with_dead_port());
    const std::size_t files = weir.open_files();
    TestClient client(weir.port(), {.source = {}, .receive_buffer = 16 * 1024});
    client.send(get("/big"));
    REQUIRE(upstream.wait_for_requests(1));
    // Both of its connections are given back without its having read a byte: 700 ms after the
    // kernel's buffers took the last of it.
    CHECK(wait_until([&] { return weir.open_files() <= files; }, Millis(20'000)));
    client.wait_for_close();
    CHECK(client.stream().buffered().size() < body.size());
}
