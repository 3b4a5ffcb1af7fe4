// WebSocket handshakes and the tunnel behind them.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"
#include "support/turnstile.hpp"

#include <atomic>

using namespace weir;

static const std::string settings =
    "timeouts: { idle: 300ms }\nroutes: [{ match: /**, upstream: api }]\n";
static const std::string handshake =
    get("/ws", "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n");
static const std::string switching =
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

// Echoes until the client closes its side.
static void echo(UpstreamExchange& exchange)
{
    exchange.send(switching + "hello from above");
    ByteStream& stream = exchange.stream();
    while (stream.fill(Deadline::after(Millis(10'000))))
        exchange.send(stream.take(stream.buffered().size()));
    exchange.close();
}

TEST_CASE("a tunnel carries bytes both ways and ends with either side", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/ws", echo);
    RunningWeir weir(upstream, settings);
    TestClient client(weir.port());
    client.send(handshake);
    const Response response = client.receive_head();
    CHECK(response.status == 101);
    CHECK(equal_ignoring_case(response.field("Upgrade"), "websocket"));
    CHECK(equal_ignoring_case(response.field("Connection"), "upgrade"));
    CHECK(response.field("Sec-WebSocket-Accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    const UpstreamRequest request = upstream.last();
    CHECK(equal_ignoring_case(request.field("Upgrade"), "websocket"));
    CHECK(equal_ignoring_case(request.field("Connection"), "upgrade"));
    CHECK(request.field("Sec-WebSocket-Key") == "dGhlIHNhbXBsZSBub25jZQ==");

    CHECK(client.wait_for("hello from above"));
    Timeline().reach(Millis(700)); // longer than the idle timeout, which is not for tunnels
    client.send(std::string("\x81\x03\0\r\n", 5) + std::string(100'000, 't') + "end of frame");
    CHECK(client.wait_for("end of frame"));
    client.half_close();
    CHECK(client.wait_for_close() == Peer::closed);
}

TEST_CASE("bytes behind a handshake are held until the upgrade is decided", "[e2e]")
{
    Turnstile decide;
    std::atomic<bool> held{false};
    FakeUpstream upstream;
    upstream.on("/ws", [&](UpstreamExchange& exchange) {
        held = !exchange.stream().fill(Deadline::after(Millis(200))) &&
               exchange.stream().buffered().empty();
        decide.pass();
        echo(exchange);
    });
    RunningWeir weir(upstream, settings);
    TestClient client(weir.port());
    client.send(handshake + "too early");
    REQUIRE(decide.wait());
    CHECK(held);
    const Response response = client.receive_head();
    // Held and then sent on, or refused with 400; never before the 101.
    CHECK((response.status == 101 || response.status == 400));
    if (response.status == 101) CHECK(client.wait_for("too early"));
}

TEST_CASE("a refused upgrade is an ordinary answer on a connection that goes on", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/ws", [](UpstreamExchange& exchange) { exchange.answer(426, "no"); });
    RunningWeir weir(upstream, settings);
    TestClient client(weir.port());
    CHECK(client.ask(handshake).status == 426);
    CHECK(client.ask(get("/")).status == 200);
}

TEST_CASE("only WebSocket is offered to the upstream", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings);
    TestClient client(weir.port());
    CHECK(client
              .ask(get("/", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                            "HTTP2-Settings: AAMAAABkAAQAAP__\r\n"))
              .status == 200);
    CHECK_FALSE(upstream.last().fields().has("Upgrade"));
    CHECK_FALSE(upstream.last().fields().has("HTTP2-Settings"));
}

TEST_CASE("an upstream that drops its side ends the tunnel at the client", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/ws", [](UpstreamExchange& exchange) {
        exchange.send(switching + "bye");
        exchange.close();
    });
    RunningWeir weir(upstream, settings);
    TestClient client(weir.port());
    client.send(handshake);
    CHECK(client.receive_head().status == 101);
    CHECK(client.wait_for("bye"));
    CHECK(client.wait_for_close() != Peer::open);
}
