// Listeners and event loops.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/in_parallel.hpp"
#include "support/running_weir.hpp"
#include "support/temp_dir.hpp"
#include "support/test_client.hpp"

#include <algorithm>
#include <atomic>

using namespace weir;

TEST_CASE("a unix socket serves clients, and one reaches an upstream", "[e2e]")
{
    const TempDir folder;
    FakeUpstream upstream(folder.path("upstream.sock"));
    const std::string path = folder.path("weir.sock");
    RunningWeir weir(upstream, "listen:\n  - { address: \"unix:" + path +
                                   "\" }\n  - { address: 127.0.0.1:0 }\n"
                                   "routes: [{ match: /**, upstream: api }]\n");
    TestClient local(connect_unix(path));
    CHECK(local.ask(get("/local")).body == "ok");
    TestClient tcp(weir.port(1));
    CHECK(tcp.ask(get("/tcp")).body == "ok");
    CHECK(upstream.count() == 2);
}

TEST_CASE("several listeners serve the same routes", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream,
                     "listen:\n  - { address: 127.0.0.1:0 }\n  - { address: 127.0.0.1:0 }\n"
                     "routes: [{ match: /**, upstream: api }]\n");
    CHECK(weir.port(0) != weir.port(1));
    for (const std::size_t listener : {0U, 1U})
        CHECK(TestClient(weir.port(listener)).ask(get("/")).status == 200);
}

TEST_CASE("a PROXY listener believes only trusted peers", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, "listen: [{ address: 127.0.0.1:0, proxy_protocol: true }]\n"
                               "trusted_proxies: [127.0.0.2/32]\n"
                               "routes: [{ match: /**, upstream: api }]\n");
    const std::string header = "PROXY TCP4 203.0.113.7 198.51.100.1 40000 443\r\n";
    TestClient trusted(weir.port(), {.source = "127.0.0.2"});
    CHECK(trusted.ask(header + get("/")).status == 200);
    CHECK(upstream.last().field("X-Forwarded-For") == "203.0.113.7");
    TestClient stranger(weir.port());
    stranger.send(header + get("/"));
    CHECK(stranger.wait_for_close() != Peer::open);
    CHECK(stranger.stream().buffered().empty());
    CHECK(upstream.count() == 1);
}

TEST_CASE("event loops share one limit exactly", "[e2e]")
{
    const std::string algorithm =
        GENERATE(as<std::string>{}, "fixed_window, limit: 500, window: 1h, align: key",
                 "sliding_window_log, limit: 500, window: 1h",
                 "sliding_window_counter, limit: 500, window: 1d",
                 "token_bucket, rate: 1/d, capacity: 500", "gcra, rate: 1/d, capacity: 500");
    INFO(algorithm);
    FakeUpstream upstream;
    RunningWeir weir(upstream, "threads: 4\nroutes:\n  - match: /**\n    upstream: api\n"
                               "    limits: [{ key: ip, algorithm: " +
                                   algorithm + " }]\n");
    std::atomic<int> admitted{0};
    std::atomic<int> refused{0};
    in_parallel(20, [&](int) {
        TestClient client(weir.port());
        for (const int status : ask_times(client, get("/"), 50)) {
            admitted += status == 200;
            refused += status == 429;
        }
    });
    CHECK(admitted == 500);
    CHECK(refused == 500);
    CHECK(upstream.count() == 500);
}
