// Bodies in both directions: streamed, whole, and in bounded memory.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"
#include "support/turnstile.hpp"

#include <random>
#include <thread>

using namespace weir;

static const std::string unlimited = "threads: 1\nroutes: [{ match: /**, upstream: api }]\n";
static constexpr std::size_t mebibyte = 1024 * 1024;

// Bytes of every value, so that nothing that looks at content or counts wrongly goes unnoticed.
static std::string noise(std::size_t size)
{
    std::mt19937 random(1);
    std::string result(size, '\0');
    for (char& byte : result)
        byte = static_cast<char>(random() & 0xFF);
    return result;
}

TEST_CASE("request bodies arrive as they were sent", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, std::size_t{4096}, std::size_t{65'537}, 10 * mebibyte}) {
        INFO(size << " bytes");
        const std::string body = noise(size);
        std::thread writer([&] { client.send(post("/length", body)); });
        CHECK(client.receive({.deadline = Millis(20'000)}).status == 200);
        writer.join();
        CHECK((upstream.last().body == body));

        std::thread chunks([&] {
            client.send(
                "POST /chunked HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n" +
                chunked(body, 60'000));
        });
        CHECK(client.receive({.deadline = Millis(20'000)}).status == 200);
        chunks.join();
        CHECK((upstream.last().body == body));
    }
}

TEST_CASE("response bodies arrive as they were sent, in each framing", "[e2e]")
{
    const std::size_t size = GENERATE(std::size_t{0}, std::size_t{5000}, 10 * mebibyte);
    const std::string body = noise(size);
    FakeUpstream upstream;
    upstream.on("/length", [&](UpstreamExchange& exchange) { exchange.answer(200, body); });
    upstream.on("/chunked", [&](UpstreamExchange& exchange) {
        exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" +
                      chunked(body, 30'000));
    });
    upstream.on("/until-close", [&](UpstreamExchange& exchange) {
        exchange.send("HTTP/1.1 200 OK\r\n\r\n" + body);
        exchange.close();
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    for (const char* path : {"/length", "/chunked", "/until-close"}) {
        INFO(path << ", " << size << " bytes");
        const Response response = client.ask(get(path), {.deadline = Millis(20'000)});
        CHECK((response.body == body));
        const bool length = response.framing.kind == Framing::Kind::length;
        CHECK(length == (std::string_view(path) == "/length"));
    }
}

TEST_CASE("a client that does not read holds the upstream back, not Weir's memory", "[e2e]")
{
    // Far more than socket buffers take.
    const std::string body(64 * mebibyte, 'd');
    Turnstile sent;
    FakeUpstream upstream;
    upstream.on("/", [&](UpstreamExchange& exchange) {
        exchange.answer(200, body);
        sent.pass();
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port(), {.source = {}, .receive_buffer = 64 * 1024});
    const std::uint64_t before = weir.resident_bytes();
    client.send(get("/"));
    Response response = client.receive_head();
    CHECK(response.status == 200);
    CHECK_FALSE(sent.wait(1, Millis(1000)));
    if (!sanitized) CHECK(weir.resident_bytes() < before + 4 * mebibyte);
    client.receive_body(response, {.deadline = Millis(30'000)});
    CHECK(response.body.size() == body.size());
    if (!sanitized) CHECK(weir.resident_bytes() < before + 4 * mebibyte);
}

TEST_CASE("an upstream that does not read holds the client back, not Weir's memory", "[e2e]")
{
    const std::string body(64 * mebibyte, 'u');
    Turnstile read;
    FakeUpstream upstream;
    upstream.on("/", [&](UpstreamExchange& exchange) {
        read.wait(1, Millis(20'000));
        exchange.answer(200, "ok");
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    const std::uint64_t before = weir.resident_bytes();
    // What is written here fits in no buffer, so it cannot all be gone.
    CHECK_FALSE(client.send(post("/", body), Millis(1000)));
    if (!sanitized) CHECK(weir.resident_bytes() < before + 4 * mebibyte);
    client.reset();
    read.pass();
}

TEST_CASE("a body is streamed: its first part arrives before its last is sent", "[e2e]")
{
    Turnstile first_part;
    FakeUpstream upstream;
    upstream.on("/", [&](UpstreamExchange& exchange) {
        if (exchange.stream().fill_to(4, Deadline::after(Millis(5000)))) first_part.pass();
        exchange.answer(200, "ok");
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 8\r\n\r\nhalf");
    CHECK(first_part.wait());
    client.send("full");
    CHECK(client.receive().status == 200);
    CHECK(upstream.last().body == "halffull");
}

TEST_CASE("trailers pass in both directions and never become header fields", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                      "2\r\nok\r\n0\r\nX-Sum: 42\r\n\r\n");
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    client.send("POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n"
                "Trailer: X-Check\r\n\r\n5\r\nhello\r\n0\r\nX-Check: 7\r\n\r\n");
    const Response response = client.receive();
    CHECK(response.complete());
    CHECK(response.body == "ok");
    CHECK(response.trailers.value("X-Sum") == "42");
    CHECK_FALSE(response.fields().has("X-Sum"));
    const UpstreamRequest request = upstream.last();
    CHECK(request.trailers.value("X-Check") == "7");
    CHECK_FALSE(request.fields().has("X-Check"));
}

TEST_CASE("an answer that comes before the upload ends is relayed and the upload stops", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/", [](UpstreamExchange& exchange) {
        exchange.send("HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno");
        exchange.pause(Millis(300)); // do not read: the answer must not wait for the body
        exchange.close();
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 100000000\r\n\r\n");
    client.send(std::string(1000, 'u'));
    const Response response = client.receive();
    CHECK(response.complete());
    CHECK(response.status == 401);
    CHECK(response.body == "no");
    CHECK(response.says_close());
    CHECK(client.wait_for_close() == Peer::closed);
    // The broken-off upstream connection is not used again.
    CHECK(TestClient(weir.port()).ask(get("/next")).status == 200);
    CHECK(upstream.last().connection == 2);
}
