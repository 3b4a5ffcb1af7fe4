#include "support/catch.hpp"

#include "support/running_weir.hpp"
#include "support/test_client.hpp"

#include <nlohmann/json.hpp>

#include <csignal>

using namespace weir;

namespace {

// The demo origin as users run it, on a free port.
class RunningDemo {
public:
    RunningDemo()
    {
        static const std::string announced = "listening on 127.0.0.1:";
        REQUIRE(child.wait_for_output(
            [](const std::string& out) { return out.find('\n') != out.npos; }, Millis(10'000)));
        const std::string line = child.output();
        REQUIRE(line.starts_with(announced));
        port = static_cast<std::uint16_t>(std::stoi(line.substr(announced.size())));
    }

    ChildProcess child{{WEIR_BINARY, "demo-upstream", "--port", "0"}, {}};
    std::uint16_t port = 0;
};

} // namespace

TEST_CASE("the demo origin serves one request after another on a connection", "[cli]")
{
    const RunningDemo demo;
    TestClient client(demo.port);

    const Response echo = client.ask(post("/echo", "hello"));
    CHECK(echo.status == 200);
    const auto json = nlohmann::json::parse(echo.body);
    CHECK(json["method"] == "POST");
    CHECK(json["body"]["text"] == "hello");

    CHECK(client.ask(get("/status/418")).status == 418);
    const Response empty = client.ask(get("/status/204"));
    CHECK(empty.status == 204);
    CHECK(empty.field("Content-Length").empty());
    CHECK(client.ask(get("/bytes/100000")).body.size() == 100'000);
    CHECK(client.ask(get("/slow?ms=1")).status == 200);

    const Response to_head = client.ask(head("/bytes/100000"), {.to_head = true});
    CHECK(to_head.field("Content-Length") == "100000");
    CHECK(client.ask(get("/still-there")).status == 200);
}

TEST_CASE("the demo origin reads chunked bodies and invites those that wait", "[cli]")
{
    const RunningDemo demo;
    TestClient client(demo.port);
    const Response chunked = client.ask("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked"
                                        "\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    CHECK(nlohmann::json::parse(chunked.body)["body"]["text"] == "abcde");

    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    REQUIRE(client.wait_for("100 Continue\r\n\r\n"));
    client.send("hi");
    const Response answer = client.receive();
    CHECK(answer.status == 200);
}

TEST_CASE("the demo origin sends events and ends them at their count", "[cli]")
{
    const RunningDemo demo;
    TestClient client(demo.port);
    const Response events = client.ask(get("/sse?count=2"));
    CHECK(events.field("Content-Type") == "text/event-stream");
    CHECK(events.body == "id: 1\ndata: {\"event\":1}\n\nid: 2\ndata: {\"event\":2}\n\n");

    TestClient old(demo.port);
    const Response until_close = old.ask("GET /sse?count=1 HTTP/1.0\r\n\r\n");
    CHECK(until_close.body == "id: 1\ndata: {\"event\":1}\n\n");
}

TEST_CASE("the demo origin ends with 0 when told to, even in the middle of an answer", "[cli]")
{
    for (const int signal : {SIGTERM, SIGINT}) {
        CAPTURE(signal);
        RunningDemo demo;
        TestClient client(demo.port);
        client.send(get("/sse"));
        REQUIRE(client.wait_for("id: 1"));
        demo.child.signal(signal);
        CHECK(demo.child.wait_exit(Millis(5000)) == 0);
    }
}

TEST_CASE("a port that is taken is said, with exit code 1", "[cli]")
{
    const RunningDemo demo;
    ChildProcess second({WEIR_BINARY, "demo-upstream", "--port", std::to_string(demo.port)}, {});
    CHECK(second.wait_exit(Millis(5000)) == 1);
    CHECK_THAT(second.output(), ContainsSubstring("cannot listen on 127.0.0.1:"));
}
