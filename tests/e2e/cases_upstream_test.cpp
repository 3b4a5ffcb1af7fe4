// Cases from the log: the side towards the upstream, and streams.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"
#include "support/turnstile.hpp"

#include <algorithm>
#include <atomic>
#include <random>

using namespace weir;
using Statuses = std::vector<int>;

namespace {

const std::string unlimited = "routes: [{ match: /**, upstream: api }]\n";

std::string limited_to(int limit)
{
    return "routes:\n  - match: /**\n    upstream: api\n    limits: [{ key: ip, algorithm: "
           "fixed_window, window: 1h, align: key, limit: " +
           std::to_string(limit) + " }]\n";
}

constexpr const char* event_stream_head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

std::string chunk(const std::string& bytes)
{
    const std::string whole = chunked(bytes, bytes.size());
    return whole.substr(0, whole.size() - 5); // without the last chunk
}

} // namespace

TEST_CASE("C08 connections the upstream has closed cost no request", "[e2e][case]")
{
    // A tenth of the log's times: idle connections are closed after 50 ms, the gaps are around it.
    FakeUpstream upstream;
    upstream.close_idle_after(Millis(50));
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    std::mt19937 random(8);
    std::uniform_int_distribution gap(45, 55);
    int successes = 0;
    Millis next{0};
    const Timeline timeline;
    for (int request = 0; request < 200; ++request) {
        next = timeline.elapsed() + Millis(gap(random));
        const Response response = client.ask(get("/" + std::to_string(request)));
        successes += response.status == 200 && response.body == "ok";
        timeline.reach(next);
    }
    CHECK(successes == 200);
    CHECK(upstream.count() == 200);
}

TEST_CASE("C08 an upstream that closes unannounced after every answer costs no request",
          "[e2e][case]")
{
    FakeUpstream upstream;
    upstream.otherwise([](UpstreamExchange& exchange) {
        exchange.answer(200, "ok");
        exchange.close();
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    CHECK(ask_times(client, get("/"), 200) == Statuses(200, 200));
    CHECK(upstream.count() == 200);
}

TEST_CASE("C20 events are not held back in a buffer", "[e2e][case]")
{
    // Order instead of clocks: the upstream sends nothing more until the client has what was sent.
    Turnstile arrived;
    std::atomic<bool> none_held_back{true};
    FakeUpstream upstream;
    upstream.on("/events", [&](UpstreamExchange& exchange) {
        exchange.send(event_stream_head);
        for (int event = 0; event < 10; ++event) {
            none_held_back = arrived.wait(event + 1, Millis(2000)) && none_held_back;
            exchange.send(chunk("data: event number " + std::to_string(event) + "\n\n"));
        }
        none_held_back = arrived.wait(11, Millis(2000)) && none_held_back;
        exchange.send("0\r\n\r\n");
    });
    RunningWeir weir(upstream, limited_to(10));
    TestClient client(weir.port());
    client.send(get("/events"));
    Response response = client.receive_head();
    CHECK(response.status == 200);
    CHECK(response.number("RateLimit-Remaining") == 9);
    arrived.pass();
    for (int event = 0; event < 10; ++event) {
        CHECK(client.wait_for("number " + std::to_string(event) + "\n\n"));
        arrived.pass();
    }
    client.receive_body(response);
    CHECK(response.complete());
    CHECK(none_held_back);
    CHECK(client.ask(get("/")).number("RateLimit-Remaining") == 8);
}

TEST_CASE("C31 a POST the upstream has read is not sent again", "[e2e][case]")
{
    FakeUpstream upstream;
    upstream.on("/reads-and-closes", [](UpstreamExchange& exchange) {
        exchange.read_body();
        exchange.close();
    });
    RunningWeir weir(upstream, limited_to(10));
    TestClient client(weir.port());
    const Response first = client.ask(post("/reads-and-closes", std::string(64 * 1024, 'b')));
    CHECK(first.status == 502);
    CHECK(upstream.count() == 1);
    CHECK(TestClient(weir.port()).ask(get("/")).number("RateLimit-Remaining") == 8);
}

TEST_CASE("C31 a POST that meets a stale connection arrives whole or not at all", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, limited_to(10));
    TestClient client(weir.port());
    const std::string body(64 * 1024, 'b');
    REQUIRE(client.ask(get("/")).status == 200);
    upstream.drop_connections();
    const Response response = client.ask(post("/up", body));
    CHECK((response.status == 200 || response.status == 502));
    const auto requests = upstream.requests();
    const auto posts = std::ranges::count(requests, "POST", &UpstreamRequest::method);
    CHECK(posts == (response.status == 200 ? 1 : 0));
    if (response.status == 200) CHECK(requests.back().body == body);
    CHECK(TestClient(weir.port()).ask(get("/")).number("RateLimit-Remaining") == 7);
}

TEST_CASE("C32 the upstream's own limit fields are replaced, its Retry-After is not", "[e2e][case]")
{
    const std::string theirs = "RateLimit-Limit: 1000\r\nRateLimit-Remaining: 999\r\n"
                               "RateLimit-Reset: 9\r\nRateLimit: \"x\";r=999;t=9\r\n"
                               "RateLimit-Policy: \"x\";q=1000;w=60\r\n";
    FakeUpstream upstream;
    upstream.on("/", [&](UpstreamExchange& exchange) { exchange.answer(200, "ok", theirs); });
    upstream.on("/busy", [&](UpstreamExchange& exchange) {
        exchange.answer(503, "busy", theirs + "Retry-After: 7\r\n");
    });
    RunningWeir weir(upstream, limited_to(5));
    TestClient client(weir.port());
    const Response fine = client.ask(get("/"));
    const Response busy = client.ask(get("/busy"));
    for (const Response* response : {&fine, &busy}) {
        for (const char* name : {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset",
                                 "RateLimit", "RateLimit-Policy"}) {
            INFO(name << " in\n" << response->head.raw);
            CHECK(response->fields().count(name) == 1);
            CHECK_THAT(response->field(name), !ContainsSubstring("999"));
        }
        CHECK(response->number("RateLimit-Limit") == 5);
    }
    CHECK(fine.number("RateLimit-Remaining") == 4);
    CHECK(busy.status == 503);
    CHECK(busy.field("Retry-After") == "7");
    CHECK(busy.fields().count("Retry-After") == 1);
    CHECK(busy.number("RateLimit-Remaining") == 3);
}

// C81 without its concurrency part. The response timeout is 1 s instead of 3.
TEST_CASE("C81 a response timeout does not cut healthy streams", "[e2e][case]")
{
    const std::string megabytes(5 * 1024 * 1024, 'd');
    FakeUpstream upstream;
    upstream.on("/events", [](UpstreamExchange& exchange) {
        exchange.send(event_stream_head);
        for (int event = 0; event < 8; ++event) { // 2.4 s
            exchange.pause(Millis(300));
            exchange.send(chunk("data: x\n\n"));
        }
        exchange.send("0\r\n\r\n");
    });
    upstream.on("/download", [&](UpstreamExchange& exchange) { exchange.answer(200, megabytes); });
    upstream.on("/silent", [](UpstreamExchange& exchange) {
        exchange.send(std::string(event_stream_head) + chunk("data: x\n\n"));
        exchange.wait_for_close(Millis(20'000));
    });
    RunningWeir weir(upstream, R"(
upstreams:
  api: { servers: [{ address: "UPSTREAM" }], response_timeout: 1s }
routes: [{ match: /**, upstream: api }]
)");

    SECTION("events that keep coming")
    {
        const Response response =
            TestClient(weir.port()).ask(get("/events"), {.deadline = Millis(10'000)});
        CHECK(response.body.size() == 8 * 9);
    }
    SECTION("a download that the client does not read for a while")
    {
        TestClient client(weir.port(), {.source = {}, .receive_buffer = 16 * 1024});
        client.send(get("/download"));
        Response response = client.receive_head();
        Timeline().reach(Millis(2500));
        client.receive_body(response, {.deadline = Millis(10'000)});
        CHECK(response.complete());
        CHECK(response.body == megabytes);
    }
    SECTION("an upstream that goes silent is cut visibly")
    {
        TestClient client(weir.port());
        const Timeline timeline;
        client.send(get("/silent"));
        const Response response = client.receive({.deadline = Millis(10'000)});
        CHECK(response.status == 200);
        CHECK(response.body == "data: x\n\n");
        CHECK((response.reading.result == ReadResult::closed ||
               response.reading.result == ReadResult::reset));
        CHECK(timeline.elapsed() >= Millis(900));
    }
}
