// What is too large: 413, 414, 431.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"

using namespace weir;

namespace {

constexpr const char* settings = R"(
request_limits: { line: 1KiB, header_bytes: 2KiB, headers: 20, body: 10KiB }
routes: [{ match: /**, upstream: api }]
)";

std::string fields(int count, std::size_t size)
{
    std::string result;
    for (int field = 0; field < count; ++field)
        result += "X-Field-" + std::to_string(field) + ": " + std::string(size, 'v') + "\r\n";
    return result;
}

} // namespace

TEST_CASE("heads are taken up to their limits and refused beyond", "[e2e]")
{
    struct Row {
        std::string request;
        int status;
        const char* why;
    };
    const Row rows[] = {
        {get("/" + std::string(900, 'a')), 200, "a long line within the limit"},
        {get("/" + std::string(1100, 'a')), 414, "a target beyond it"},
        {get("/", fields(1, 1900)), 200, "a long field within the limit"},
        {get("/", fields(1, 2100)), 431, "a field beyond it"},
        {get("/", fields(10, 250)), 431, "many fields beyond it together"},
        {get("/", fields(19, 10)), 200, "with Host, as many fields as allowed"},
        {get("/", fields(20, 10)), 431, "one field too many"},
    };
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings);
    std::size_t forwarded = 0;
    for (const Row& row : rows) {
        INFO(row.why);
        TestClient client(weir.port());
        const Response response = client.ask(row.request);
        CHECK(response.status == row.status);
        forwarded += row.status == 200;
        if (row.status != 200) CHECK(client.wait_for_close() == Peer::closed);
    }
    CHECK(upstream.count() == forwarded);
}

TEST_CASE("a head without end is refused at the limit, not at its end", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings);
    TestClient line(weir.port());
    line.send("GET /" + std::string(5000, 'a'));
    CHECK(line.receive().status == 414);
    TestClient field(weir.port());
    field.send("GET / HTTP/1.1\r\nHost: a.test\r\nX-A: " + std::string(5000, 'a'));
    CHECK(field.receive().status == 431);
}

TEST_CASE("bodies are taken up to their limit and refused beyond, in each framing", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings);
    const std::string whole(10 * 1024, 'b');
    const std::string chunked_head =
        "POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n";
    CHECK(TestClient(weir.port()).ask(post("/", whole)).status == 200);
    CHECK(TestClient(weir.port()).ask(chunked_head + chunked(whole)).status == 200);

    TestClient length(weir.port());
    const Response refused = length.ask(post("/", whole + "b"));
    CHECK(refused.status == 413);
    CHECK(refused.says_close());
    CHECK(length.wait_for_close() == Peer::closed);

    TestClient chunks(weir.port());
    chunks.send(chunked_head + chunked(whole + "b"));
    CHECK(chunks.receive().status == 413);
    CHECK(chunks.wait_for_close() == Peer::closed);
    CHECK(upstream.count_whole() == 2);
}

TEST_CASE("a large refused upload can still read why", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings);
    TestClient client(weir.port());
    client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1000000\r\n\r\n");
    client.send(std::string(60'000, 'b')); // within what the staged close drains
    const Response response = client.receive();
    CHECK(response.complete());
    CHECK(response.status == 413);
    CHECK_THAT(response.body, ContainsSubstring("\"status\":413"));
    CHECK(client.wait_for_close(Millis(4000)) == Peer::closed);
}
