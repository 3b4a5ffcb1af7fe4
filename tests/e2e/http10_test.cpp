// HTTP/1.0 clients. C83 has chunked answers.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"

using namespace weir;

static const std::string unlimited = "routes: [{ match: /**, upstream: api }]\n";

TEST_CASE("an HTTP/1.0 client gets its answer and the end of the connection", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    client.send("GET / HTTP/1.0\r\nHost: a.test\r\n\r\n" + get("/never"));
    const Response response = client.receive();
    CHECK(response.status == 200);
    CHECK(response.body == "ok");
    CHECK_FALSE(response.fields().has("Transfer-Encoding"));
    CHECK(client.wait_for_close() == Peer::closed);
    CHECK(upstream.count() == 1);
}

TEST_CASE("an HTTP/1.0 request without Host is forwarded with one, or refused", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    const Response response = client.ask("GET / HTTP/1.0\r\n\r\n");
    CHECK((response.status == 200 || response.status == 400));
    CHECK(client.wait_for_close() == Peer::closed);
}

TEST_CASE("Expect and Upgrade mean nothing in HTTP/1.0", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited);
    TestClient client(weir.port());
    client.send("POST / HTTP/1.0\r\nHost: a.test\r\nExpect: 100-continue\r\nConnection: Upgrade\r\n"
                "Upgrade: websocket\r\nContent-Length: 2\r\n\r\nhi");
    const Response response = client.receive();
    CHECK(response.interim.empty());
    CHECK(response.status == 200);
    CHECK(upstream.last().body == "hi");
    CHECK_FALSE(upstream.last().fields().has("Upgrade"));
}
