// Faults that other proxies' users reported, as black-box tests; each is named after its number in
// the case log. Here: where one message ends and the next begins.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/in_parallel.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"

#include <atomic>

using namespace weir;
using Statuses = std::vector<int>;

namespace {

std::string limited_to(int limit)
{
    return "routes:\n  - match: /**\n    upstream: api\n    limits: [{ key: ip, algorithm: "
           "fixed_window, window: 1h, align: key, limit: " +
           std::to_string(limit) + " }]\n";
}

} // namespace

TEST_CASE("C01 a rejected POST does not poison its keep-alive connection", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, limited_to(1));
    TestClient client(weir.port());
    REQUIRE(client.ask(get("/")).status == 200);

    const std::size_t size = GENERATE(100, 100'000); // drained, and too much to drain
    std::string hidden = get("/admin");
    while (hidden.size() < size)
        hidden += get("/admin");
    client.send(post("/", hidden));
    const Response refusal = client.receive();
    REQUIRE(refusal.complete());
    CHECK(refusal.status == 429);
    if (refusal.says_close()) {
        CHECK(client.wait_for_close() == Peer::closed);
    } else {
        CHECK(client.ask(get("/after")).status == 429);
    }
    CHECK(refusal.says_close() == (size > 64 * 1024));
    CHECK(upstream.count() == 1);
}

TEST_CASE("C13 a limited upload with Expect is refused instead of invited", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, limited_to(1));
    const std::string body(1024 * 1024, 'b');
    const std::string request = "POST /up HTTP/1.1\r\nHost: a.test\r\nExpect: 100-continue\r\n"
                                "Content-Length: 1048576\r\n\r\n";
    TestClient first(weir.port());
    first.send(request);
    REQUIRE(first.wait_for("\r\n\r\n"));
    first.send(body);
    const Response accepted = first.receive();
    CHECK(accepted.interim.size() == 1);
    CHECK(accepted.status == 200);
    REQUIRE(upstream.count() == 1);
    CHECK(upstream.last().body == body);

    TestClient second(weir.port());
    const Response refused = second.ask(request);
    CHECK(refused.interim.empty());
    CHECK(refused.status == 429);
    CHECK(second.wait_for_close() == Peer::closed);
    CHECK(upstream.count() == 1);
}

TEST_CASE("C16 pipelined requests are answered in order and each is counted", "[e2e][case]")
{
    FakeUpstream upstream;
    upstream.on("/slow", [](UpstreamExchange& exchange) {
        exchange.pause(Millis(300));
        exchange.answer(200, "slow");
    });
    upstream.on("/fast", [](UpstreamExchange& exchange) { exchange.answer(200, "fast"); });
    RunningWeir weir(upstream, limited_to(2));
    TestClient client(weir.port());
    client.send(get("/slow") + get("/fast") + get("/third"));
    CHECK(client.receive().body == "slow");
    CHECK(client.receive().body == "fast");
    CHECK(client.receive().status == 429);
    CHECK(upstream.count() == 2);
}

TEST_CASE("C25 a truncated upstream body never ends cleanly", "[e2e][case]")
{
    FakeUpstream upstream;
    const std::string kilobyte = "400\r\n" + std::string(1024, 'k') + "\r\n";
    upstream.on("/chunked", [&](UpstreamExchange& exchange) {
        exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + kilobyte +
                      kilobyte);
        exchange.pause(Millis(100)); // so that the chunks are not lost to the reset
        exchange.reset();
    });
    upstream.on("/length", [](UpstreamExchange& exchange) {
        exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 4096\r\n\r\n" + std::string(2048, 'l'));
        exchange.close();
    });
    upstream.on("/nothing", [](UpstreamExchange& exchange) { exchange.reset(); });
    RunningWeir weir(upstream, "routes: [{ match: /**, upstream: api }]\n");

    for (const char* path : {"/chunked", "/length"}) {
        INFO(path);
        TestClient client(weir.port());
        client.send(get(path));
        const Response response = client.receive();
        CHECK(response.status == 200);
        CHECK(response.body.size() == 2048);
        CHECK((response.reading.result == ReadResult::closed ||
               response.reading.result == ReadResult::reset));
    }
    CHECK(TestClient(weir.port()).ask(get("/nothing")).status == 502);
}

TEST_CASE("C42 ambiguous framing is refused at the edge", "[e2e][case]")
{
    const std::string head = "POST /x HTTP/1.1\r\nHost: a.test\r\n";
    const std::string body = "\r\n0\r\n\r\n";
    const std::string requests[] = {
        head + "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n" + body,
        head + "Transfer-Encoding: chunked, gzip\r\n" + body,
        head + "Transfer-Encoding: xchunked\r\n" + body,
        head + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        head + "Content-Length: +5\r\n\r\nhello",
        head + "Transfer-Encoding: chunked\r\n\r\n10000000000000005\r\nhello\r\n0\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\n5\nhello\n0\n\n",
    };
    FakeUpstream upstream;
    RunningWeir weir(upstream, limited_to(100));
    for (const std::string& request : requests) {
        INFO(request);
        TestClient client(weir.port());
        client.send(request + get("/hidden"));
        const Response response = client.receive();
        CHECK((response.status == 400 || response.status == 501));
        CHECK(client.wait_for_close() == Peer::closed);
    }
    // A trailing tab is optional white space: plain chunked, and what follows is a request.
    TestClient client(weir.port());
    client.send(head + "Transfer-Encoding: chunked\t\r\n" + body + get("/next"));
    CHECK(client.receive().status == 200);
    CHECK(client.receive().status == 200);
    CHECK(upstream.count_path("/hidden") == 0);
    CHECK(upstream.count_whole() == 2);
}

TEST_CASE("C83 an HTTP/1.0 client gets no chunks and knows where the body ends", "[e2e][case]")
{
    FakeUpstream upstream;
    upstream.otherwise([](UpstreamExchange& exchange) {
        exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" +
                      chunked("hello 1.0", 4));
    });
    RunningWeir weir(upstream, limited_to(2));
    const auto ask = [&](const std::string& fields) {
        TestClient client(weir.port());
        Response response = client.ask("GET / HTTP/1.0\r\nHost: a.test\r\n" + fields + "\r\n");
        CHECK_FALSE(response.fields().has("Transfer-Encoding"));
        if (!equal_ignoring_case(response.field("Connection"), "keep-alive"))
            CHECK(client.wait_for_close() == Peer::closed);
        else
            CHECK(response.framing.kind == Framing::Kind::length);
        return response;
    };
    CHECK(ask("").body == "hello 1.0");
    CHECK(ask("Connection: keep-alive\r\n").body == "hello 1.0");
    CHECK(ask("").status == 429);
}

TEST_CASE("C98 refused uploads are drained within bounds", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, limited_to(1));
    TestClient(weir.port()).ask(get("/"));
    const std::size_t files = weir.open_files();
    std::atomic<int> read_whole{0};
    std::atomic<int> ended{0};
    // The bound is that of the staged close: 64 KiB or 2 s.
    in_parallel(50, [&](int) {
        TestClient client(weir.port());
        client.send("POST /big HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1073741824\r\n\r\n");
        const Response response = client.receive();
        read_whole += response.complete() && response.status == 429;
        const std::string kilobyte(1024, 'k');
        const bool closed = wait_until(
            [&] {
                return !client.send(kilobyte) || client.wait_for_close(Millis(200)) != Peer::open;
            },
            Millis(8000));
        ended += closed;
    });
    CHECK(read_whole == 50);
    CHECK(ended == 50);
    CHECK(wait_until([&] { return weir.open_files() <= files + 2; }, Millis(5000)));
    CHECK(TestClient(weir.port()).ask(get("/")).status == 429);
    CHECK(upstream.count() == 1);
}
