// The fields that a gateway removes, replaces and adds.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"

#include <algorithm>

using namespace weir;

static const std::string unlimited = "routes: [{ match: /**, upstream: api }]\n";
static const std::string spoofed = "X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Proto: https\r\n"
                                   "X-Forwarded-Host: public.example\r\nVia: 1.0 front\r\n"
                                   "X-Request-Id: 0123456789abcdef\r\n";

TEST_CASE("hop-by-hop fields stop at Weir in both directions", "[e2e]")
{
    FakeUpstream upstream;
    upstream.otherwise([](UpstreamExchange& exchange) {
        exchange.answer(200, "ok",
                        "Connection: X-Inner, keep-alive\r\nX-Inner: 1\r\nKeep-Alive: timeout=5\r\n"
                        "Proxy-Connection: keep-alive\r\nX-Outer: 2\r\nSet-Cookie: a=1\r\n"
                        "Set-Cookie: b=2\r\n");
    });
    RunningWeir weir(upstream, unlimited);
    const Response response =
        TestClient(weir.port())
            .ask(get("/", "Connection: X-Secret, keep-alive\r\nX-Secret: 1\r\n"
                          "Keep-Alive: timeout=5\r\nTE: gzip\r\n"
                          "Proxy-Connection: keep-alive\r\n"
                          "Proxy-Authorization: Basic eDp5\r\n"
                          "Authorization: Basic eDp5\r\nX-Open: 2\r\n"));
    const UpstreamRequest request = upstream.last();
    for (const char* name :
         {"X-Secret", "Keep-Alive", "TE", "Proxy-Connection", "Proxy-Authorization"}) {
        INFO(name);
        CHECK_FALSE(request.fields().has(name));
    }
    CHECK(request.field("X-Open") == "2");
    CHECK(request.field("Authorization") == "Basic eDp5");
    CHECK(request.field("Host") == "a.test");

    for (const char* name : {"X-Inner", "Keep-Alive", "Proxy-Connection"}) {
        INFO(name);
        CHECK_FALSE(response.fields().has(name));
    }
    CHECK(response.field("X-Outer") == "2");
    CHECK(response.fields().all("Set-Cookie") == std::vector<std::string>{"a=1", "b=2"});
    CHECK(response.fields().count("X-Request-Id") == 1);
}

TEST_CASE("what an untrusted client says about itself is replaced", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    const Response response = TestClient(weir.port(), {.source = "127.0.0.2"})
                                  .ask(get("/", spoofed + "Forwarded: for=203.0.113.7\r\n"));
    const UpstreamRequest request = upstream.last();
    INFO(request.head.raw);
    CHECK(request.fields().all("X-Forwarded-For") == std::vector<std::string>{"127.0.0.2"});
    CHECK(request.fields().all("X-Forwarded-Proto") == std::vector<std::string>{"http"});
    CHECK(request.fields().all("X-Forwarded-Host") == std::vector<std::string>{"a.test"});
    CHECK_THAT(request.field("Forwarded"), !ContainsSubstring("203.0.113.7"));
    CHECK(response.field("X-Request-Id") != "0123456789abcdef");
    CHECK_FALSE(response.field("X-Request-Id").empty());
}

TEST_CASE("what a trusted proxy says is extended", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, "trusted_proxies: [127.0.0.0/8]\n" + unlimited);
    const Response response = TestClient(weir.port()).ask(get("/", spoofed));
    const UpstreamRequest request = upstream.last();
    INFO(request.head.raw);
    std::string chain;
    for (const std::string& line : request.fields().all("X-Forwarded-For"))
        chain += (chain.empty() ? "" : ", ") + line;
    CHECK(chain == "203.0.113.7, 127.0.0.1");
    CHECK(request.field("X-Forwarded-Proto") == "https");
    CHECK(request.field("X-Forwarded-Host") == "public.example");
    CHECK(response.field("X-Request-Id") == "0123456789abcdef");
    CHECK(request.field("X-Request-Id") == "0123456789abcdef");
}

TEST_CASE("Via names the version received, behind what others have said", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    client.ask(get("/", "Via: 1.0 front\r\n"));
    std::vector<std::string> via = upstream.last().fields().all("Via");
    std::string chain;
    for (const std::string& line : via)
        chain += (chain.empty() ? "" : ", ") + line;
    CHECK_THAT(chain, ContainsSubstring("1.1 "));
    CHECK(chain.rfind("1.1 ") > chain.find("front") + 1);
    client.ask("GET / HTTP/1.0\r\nHost: a.test\r\n\r\n");
    CHECK(upstream.last().field("Via").starts_with("1.0 "));
    CHECK(upstream.last().version == "HTTP/1.1");
}

TEST_CASE("with client_address: forwarded, Forwarded is the field that is written", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, "client_address: forwarded\n" + unlimited);
    TestClient(weir.port()).ask(get("/"));
    CHECK_THAT(upstream.last().field("Forwarded"), ContainsSubstring("for=127.0.0.1"));
}

TEST_CASE("Connection cannot remove what is end to end, nor what Weir adds", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    const Response response =
        TestClient(weir.port())
            .ask(get("/", "Connection: close, Host, X-Forwarded-For, Via, Authorization\r\n"
                          "Authorization: Basic eDp5\r\nX-Forwarded-For: 9.9.9.9\r\n"));
    if (response.status == 400) return; // the stricter answer
    const UpstreamRequest request = upstream.last();
    CHECK(request.field("Host") == "a.test");
    CHECK(request.field("X-Forwarded-For") == "127.0.0.1");
    CHECK(request.fields().has("Via"));
    CHECK(request.field("Authorization") == "Basic eDp5");
}

TEST_CASE("every answer carries an id of its own", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, "routes: [{ match: /only, upstream: api }]\n");
    TestClient client(weir.port());
    std::vector<std::string> ids;
    for (const char* path : {"/only", "/only", "/missing"})
        ids.push_back(client.ask(get(path)).field("X-Request-Id"));
    ids.push_back(TestClient(weir.port()).ask("BAD\r\n\r\n").field("X-Request-Id"));
    std::ranges::sort(ids);
    CHECK_FALSE(ids.front().empty());
    CHECK(std::ranges::adjacent_find(ids) == ids.end());
}
