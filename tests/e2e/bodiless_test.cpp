// Answers without a body, interim answers, and events.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"

using namespace weir;

static const std::string unlimited = "threads: 1\nroutes: [{ match: /**, upstream: api }]\n";

TEST_CASE("HEAD, 204 and 304 have no body and the connection goes on", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/head", [](UpstreamExchange& exchange) { exchange.answer(200, "hello"); });
    upstream.on("/204", [](UpstreamExchange& exchange) { exchange.answer(204, ""); });
    upstream.on("/304", [](UpstreamExchange& exchange) {
        exchange.send("HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\nContent-Length: 500\r\n\r\n");
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    const Response to_head = client.ask(head("/head"), {.to_head = true});
    CHECK(to_head.status == 200);
    CHECK(to_head.number("Content-Length") == 5);
    const Response no_content = client.ask(get("/204"));
    CHECK(no_content.status == 204);
    CHECK_FALSE(no_content.fields().has("Content-Length"));
    CHECK_FALSE(no_content.fields().has("Transfer-Encoding"));
    const Response not_modified = client.ask(get("/304", "If-None-Match: \"a\"\r\n"));
    CHECK(not_modified.status == 304);
    CHECK(not_modified.field("ETag") == "\"a\"");
    CHECK(client.ask(get("/")).body == "ok");
    CHECK(upstream.connections() == 1);
}

TEST_CASE("interim answers are relayed before the final one", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/", [](UpstreamExchange& exchange) {
        exchange.send("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n");
        exchange.send("HTTP/1.1 103 Early Hints\r\nLink: </b.css>\r\n\r\n");
        exchange.answer(200, "ok");
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    const Response response = client.ask(get("/"));
    CHECK(response.status == 200);
    REQUIRE(response.interim.size() == 2);
    CHECK(response.interim[0].start_line.starts_with("HTTP/1.1 103"));
    CHECK(response.interim[0].fields.value("Link") == "</a.css>");
    CHECK(response.interim[1].fields.value("Link") == "</b.css>");
}

TEST_CASE("an HTTP/1.0 client is sent no interim answers", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/", [](UpstreamExchange& exchange) {
        exchange.send("HTTP/1.1 103 Early Hints\r\n\r\n");
        exchange.answer(200, "ok");
    });
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    const Response response = client.ask("GET / HTTP/1.0\r\nHost: a.test\r\n\r\n");
    CHECK(response.interim.empty());
    CHECK(response.body == "ok");
    CHECK(client.wait_for_close() == Peer::closed);
}

TEST_CASE("an expectation other than 100-continue is refused with 417", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    CHECK(TestClient(weir.port()).ask(post("/", "x", "Expect: 200-maybe\r\n")).status == 417);
    CHECK(upstream.count() == 0);
}
