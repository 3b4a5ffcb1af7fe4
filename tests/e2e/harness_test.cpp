// The tests' own machinery, proved against itself: a client that misreads would let faults of Weir
// pass, and one that is wrong would blame Weir for its own.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/test_client.hpp"

using namespace weir;

namespace {

// Answers every connection with fixed bytes and closes.
struct Canned {
    explicit Canned(const std::string& bytes)
    {
        upstream.otherwise([bytes](UpstreamExchange& exchange) {
            exchange.send(bytes);
            exchange.close();
        });
    }
    FakeUpstream upstream;
};

const std::string plain = get("/x", "Via: 1.1 test\r\n");

} // namespace

TEST_CASE("the client reads an answer of each framing", "[e2e]")
{
    struct Row {
        const char* bytes;
        Framing::Kind kind;
        const char* body;
    };
    const Row rows[] = {
        {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", Framing::Kind::length, "hello"},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n",
         Framing::Kind::chunked, "hello"},
        {"HTTP/1.1 200 OK\r\n\r\nhello", Framing::Kind::until_close, "hello"},
        {"HTTP/1.1 204 No Content\r\n\r\n", Framing::Kind::none, ""},
        {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
         Framing::Kind::length, ""},
    };
    for (const Row& row : rows) {
        INFO(row.bytes);
        Canned canned(row.bytes);
        TestClient client(canned.upstream.port());
        const Response response = client.ask(plain);
        CHECK(response.framing.kind == row.kind);
        CHECK(response.body == row.body);
        CHECK(client.wait_for_close() == Peer::closed);
    }
}

TEST_CASE("the client does not take a broken answer for a whole one", "[e2e]")
{
    struct Row {
        const char* bytes;
        ReadResult result;
    };
    const Row rows[] = {
        {"", ReadResult::closed},
        {"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello", ReadResult::closed},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", ReadResult::closed},
        {"HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n", ReadResult::malformed},
        {"HTTP/1.1 200 OK\r\nA : b\r\n\r\n", ReadResult::malformed},
        {"HTTP/1.1 200 OK\r\n fold\r\n\r\n", ReadResult::malformed},
        {"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
         ReadResult::malformed},
        {"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
         ReadResult::malformed},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n",
         ReadResult::malformed},
        {"HTP/1.1 200 OK\r\n\r\n", ReadResult::malformed},
    };
    for (const Row& row : rows) {
        INFO(row.bytes);
        Canned canned(row.bytes);
        TestClient client(canned.upstream.port());
        client.send(plain);
        CHECK(client.receive().reading.result == row.result);
    }
}

TEST_CASE("the client tells a reset from an end, and an open connection from both", "[e2e]")
{
    FakeUpstream upstream;
    upstream.on("/reset", [](UpstreamExchange& exchange) { exchange.reset(); });
    upstream.on("/close", [](UpstreamExchange& exchange) { exchange.close(); });
    const auto ending = [&](const char* path) {
        TestClient client(upstream.port());
        client.send(get(path));
        return client.wait_for_close(Millis(300));
    };
    CHECK(ending("/reset") == Peer::reset);
    CHECK(ending("/close") == Peer::closed);
    CHECK(ending("/stays") == Peer::open);
}

TEST_CASE("the upstream records requests with their bodies, in order", "[e2e]")
{
    FakeUpstream upstream;
    TestClient client(upstream.port(), {.source = "127.0.0.2"});
    client.ask(get("/a?b=c", "X-One: 1\r\n"));
    client.ask(post("/b", "hello"));
    client.send("POST /c HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n");
    client.send(chunked("hello world", 3));
    CHECK(client.receive().status == 200);

    const auto requests = upstream.requests();
    REQUIRE(requests.size() == 3);
    CHECK(requests[0].target == "/a?b=c");
    CHECK(requests[0].field("x-one") == "1");
    CHECK(requests[1].body == "hello");
    CHECK(requests[2].body == "hello world");
    CHECK(requests[2].connection == 1);
    CHECK(upstream.count_whole() == 3);
}

TEST_CASE("the upstream knows a request that did not come whole", "[e2e]")
{
    FakeUpstream upstream;
    TestClient client(upstream.port());
    client.send("POST /x HTTP/1.1\r\nHost: a.test\r\nContent-Length: 10\r\n\r\nhalf");
    REQUIRE(upstream.wait_for_requests(1));
    client.half_close();
    CHECK(client.wait_for_close() == Peer::closed);
    CHECK(upstream.count() == 1);
    CHECK(upstream.count_whole() == 0);
}

TEST_CASE("the upstream closes idle connections when told to", "[e2e]")
{
    FakeUpstream upstream;
    upstream.close_idle_after(Millis(30));
    TestClient client(upstream.port());
    CHECK(client.ask(get("/x")).status == 200);
    CHECK(client.wait_for_close() == Peer::closed);
}

TEST_CASE("an upstream that has stopped listening refuses connections until it resumes", "[e2e]")
{
    FakeUpstream upstream;
    upstream.stop_listening();
    CHECK_FALSE(can_connect(upstream.port()));
    upstream.resume_listening();
    CHECK(TestClient(upstream.port()).ask(get("/x")).status == 200);
}
