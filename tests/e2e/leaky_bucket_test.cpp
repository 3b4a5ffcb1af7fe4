// Requests that are held back, through the real binary: when they reach the upstream, in which
// order, and what becomes of those behind one that goes away.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/in_parallel.hpp"
#include "support/running_weir.hpp"
#include "support/temp_dir.hpp"
#include "support/test_client.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>

using namespace weir;

namespace {

std::string leaky(const std::string& numbers)
{
    return "log: { access: all, decisions: all }\n"
           "routes:\n  - match: /**\n    upstream: api\n    limits:\n"
           "      - { key: ip, algorithm: leaky_bucket, " +
           numbers + " }\n";
}

// When each request reached the upstream, from the first one on.
std::vector<std::int64_t> arrivals(const FakeUpstream& upstream)
{
    std::vector<std::int64_t> times;
    const auto requests = upstream.requests();
    for (const UpstreamRequest& request : requests)
        times.push_back((request.at - requests.front().at).count());
    return times;
}

// Machines that run tests are busy: late is forgiven to this extent, early never.
constexpr std::int64_t late = sanitized ? 400 : 150;

void check_times(const std::vector<std::int64_t>& times, const std::vector<std::int64_t>& expected)
{
    REQUIRE(times.size() == expected.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        INFO("request " << i << " came at " << times[i] << " ms, due at " << expected[i]);
        CHECK(times[i] >= expected[i] - late); // the first one may itself have been late
        CHECK(times[i] <= expected[i] + late);
    }
}

} // namespace

TEST_CASE("C33 what is queued leaves evenly, and one too many is refused at once", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, leaky("rate: 2/s, capacity: 4"));
    std::vector<std::unique_ptr<TestClient>> clients;
    for (int i = 0; i < 6; ++i)
        clients.push_back(std::make_unique<TestClient>(weir.port()));
    const Timeline timeline;
    for (int i = 0; i < 6; ++i) {
        clients[static_cast<std::size_t>(i)]->send(get("/" + std::to_string(i)));
        if (i < 5) timeline.reach(Millis(10) * (i + 1)); // in this order
    }
    const Response refused = clients[5]->receive();
    CHECK(refused.status == 429);
    CHECK(timeline.elapsed() < stretched(Millis(450))); // and not only when the queue moves
    CHECK(refused.number("Retry-After") >= 1);
    for (int i = 0; i < 5; ++i)
        CHECK(clients[static_cast<std::size_t>(i)]->receive().status == 200);
    const auto requests = upstream.requests();
    REQUIRE(requests.size() == 5);
    for (std::size_t i = 0; i < 5; ++i)
        CHECK(requests[i].target == "/" + std::to_string(i));
    check_times(arrivals(upstream), {0, 500, 1000, 1500, 2000});
    // The wait is visible in the log.
    CHECK(
        wait_until([&] { return weir.log().find("held_us=") != std::string::npos; }, Millis(2000)));
    CHECK_THAT(weir.log(), ContainsSubstring("delay_ms="));
}

TEST_CASE("C96 a queue is first in, first out, and every key has its own", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, R"(
keys: { api_key: { source: header, name: X-API-Key } }
routes:
  - match: /**
    upstream: api
    limits:
      - { key: api_key, algorithm: fixed_window, limit: 5, window: 60s, align: key }
      - { key: api_key, algorithm: leaky_bucket, rate: 2/s, capacity: 10 }
)");
    const auto ask = [](const std::string& path, const std::string& key) {
        return "GET " + path + " HTTP/1.1\r\nHost: a.test\r\nX-API-Key: " + key + "\r\n\r\n";
    };
    std::vector<std::unique_ptr<TestClient>> clients;
    for (int i = 0; i < 5; ++i)
        clients.push_back(std::make_unique<TestClient>(weir.port()));
    const Timeline timeline;
    for (int i = 0; i < 4; ++i) {
        timeline.reach(Millis(20) * i);
        clients[static_cast<std::size_t>(i)]->send(ask("/a" + std::to_string(i + 1), "A"));
    }
    timeline.reach(Millis(200));
    CHECK(clients[4]->ask(ask("/b", "B")).status == 200);
    for (int i = 0; i < 4; ++i)
        CHECK(clients[static_cast<std::size_t>(i)]->receive().status == 200);
    timeline.reach(Millis(3000));
    CHECK(clients[0]->ask(ask("/a5", "A")).status == 200);
    CHECK(clients[1]->ask(ask("/a6", "A")).status == 429); // five of five used, each counted once

    std::vector<std::string> order;
    for (const UpstreamRequest& request : upstream.requests())
        order.push_back(request.target);
    CHECK(order == std::vector<std::string>{"/a1", "/b", "/a2", "/a3", "/a4", "/a5"});
    check_times(arrivals(upstream), {0, 200, 500, 1000, 1500, 3000});
}

TEST_CASE("a client that goes away frees its place, and those behind it move up", "[e2e]")
{
    const bool reset = GENERATE(true, false);
    const std::string threads = GENERATE("1", "2");
    CAPTURE(reset, threads);
    FakeUpstream upstream;
    RunningWeir weir(upstream, "threads: " + threads + "\n" + leaky("rate: 1/s, capacity: 3"));
    std::vector<std::unique_ptr<TestClient>> clients;
    for (int i = 0; i < 5; ++i)
        clients.push_back(std::make_unique<TestClient>(weir.port()));
    const Timeline timeline;
    for (int i = 0; i < 4; ++i) {
        timeline.reach(Millis(30) * i);
        clients[static_cast<std::size_t>(i)]->send(get("/" + std::to_string(i)));
    }
    CHECK(clients[0]->receive().status == 200);
    timeline.reach(Millis(400));
    // The one in the middle goes before its turn.
    reset ? clients[2]->reset() : clients[2]->close();
    timeline.reach(Millis(700));
    // Its place is free again.
    clients[4]->send(get("/4"));
    CHECK(clients[1]->receive().status == 200);
    CHECK(clients[3]->receive().status == 200);
    CHECK(clients[4]->receive().status == 200);
    std::vector<std::string> order;
    for (const UpstreamRequest& request : upstream.requests())
        order.push_back(request.target);
    CHECK(order == std::vector<std::string>{"/0", "/1", "/3", "/4"});
    check_times(arrivals(upstream), {0, 1000, 2000, 3000});
}

TEST_CASE("a client that closes its sending side with the request is held and answered", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, leaky("rate: 2/s, capacity: 3"));
    CHECK(TestClient(weir.port()).ask(get("/first")).status == 200);
    TestClient client(weir.port());
    client.send(get("/second"));
    client.half_close();
    CHECK(client.receive().status == 200);
    check_times(arrivals(upstream), {0, 500});
}

TEST_CASE("a client that ends in the middle of its body frees its place", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, leaky("rate: 1/s, capacity: 3"));
    CHECK(TestClient(weir.port()).ask(get("/first")).status == 200);
    for (const char* request :
         {"POST /dead HTTP/1.1\r\nHost: a.test\r\nContent-Length: 100\r\n\r\nabc",
          "POST /dead HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc"}) {
        TestClient dead(weir.port());
        dead.send(request);
        dead.close();
    }
    // A body that comes late, with the end of the sending side right behind it, is whole.
    TestClient late(weir.port());
    const Timeline timeline;
    late.send("POST /late HTTP/1.1\r\nHost: a.test\r\nContent-Length: 5\r\n\r\n");
    timeline.reach(Millis(150));
    late.send("hello");
    late.half_close();
    CHECK(late.receive().status == 200);
    CHECK(upstream.count_path("/dead") == 0);
    check_times(arrivals(upstream), {0, 1000});
}

TEST_CASE("those who wait when Weir is told to stop are served first", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, leaky("rate: 2/s, capacity: 3"));
    std::vector<std::unique_ptr<TestClient>> clients;
    for (int i = 0; i < 3; ++i) {
        clients.push_back(std::make_unique<TestClient>(weir.port()));
        clients.back()->send(get("/" + std::to_string(i)));
    }
    REQUIRE(upstream.wait_for_requests(1));
    weir.signal(SIGTERM);
    for (const auto& client : clients)
        CHECK(client->receive().status == 200);
    CHECK(weir.wait_exit(Millis(5000)) == 0);
    check_times(arrivals(upstream), {0, 500, 1000});
}

TEST_CASE("C90 requests of one moment are absorbed by the queue", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, leaky("rate: 5000/s, capacity: 100"));
    std::atomic<int> admitted = 0;
    in_parallel(20, [&](int) {
        TestClient client(weir.port());
        for (int request = 0; request < 50; ++request)
            if (client.ask(get("/")).status == 200) ++admitted;
    });
    CHECK(admitted == 1000);
}

TEST_CASE("a shadow holds nobody back", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, leaky("rate: 1/h, capacity: 1, mode: shadow"));
    TestClient client(weir.port());
    for (int request = 0; request < 5; ++request) {
        const Response response = client.ask(get("/"));
        CHECK(response.status == 200);
        CHECK(response.field("RateLimit-Limit").empty());
    }
    CHECK(
        wait_until([&] { return weir.log().find("decision=shadow_refused") != std::string::npos; },
                   Millis(2000)));
}

namespace {

struct Released {
    bool admitted = false;
    std::int64_t at = 0; // from the first arrival
};

// Sends the requests at their moments, each on a connection of its own, and tells when each got
// through to the upstream.
std::vector<Released> released(std::uint16_t port, FakeUpstream& upstream,
                               const std::vector<int>& moments)
{
    std::vector<std::unique_ptr<TestClient>> clients;
    for (std::size_t i = 0; i < moments.size(); ++i)
        clients.push_back(std::make_unique<TestClient>(port));
    const Timeline timeline;
    const Millis start = monotonic_now();
    for (std::size_t i = 0; i < moments.size(); ++i) {
        timeline.reach(Millis(moments[i]));
        clients[i]->send(get("/" + std::to_string(i)));
    }
    std::vector<Released> result(moments.size());
    for (std::size_t i = 0; i < moments.size(); ++i)
        result[i].admitted = clients[i]->receive().status == 200;
    for (const UpstreamRequest& request : upstream.requests())
        result[std::stoul(request.target.substr(1))].at = (request.at - start).count();
    return result;
}

std::uint16_t free_port()
{
    std::uint16_t port = 0;
    listen_tcp(port);
    return port;
}

std::string nginx_conf(const TempDir& folder, std::uint16_t port, const FakeUpstream& upstream,
                       const std::string& how)
{
    const std::string home = folder.path(".");
    return "daemon off; master_process off; worker_processes 1; pid " + home +
           "/nginx.pid; error_log " + home +
           "/error.log;\n"
           "events {}\nhttp {\n access_log off;\n client_body_temp_path " +
           home + "/b; proxy_temp_path " + home + "/p; fastcgi_temp_path " + home +
           "/f; uwsgi_temp_path " + home + "/u; scgi_temp_path " + home +
           "/s;\n"
           " limit_req_zone $binary_remote_addr zone=all:1m rate=4r/s;\n limit_req_status 429;\n"
           " server { listen 127.0.0.1:" +
           std::to_string(port) + "; location / { limit_req zone=all " + how +
           "; proxy_http_version 1.1; proxy_set_header Connection \"\"; proxy_pass http://" +
           upstream.address() + "; } }\n}\n";
}

} // namespace

TEST_CASE("held and refused as by nginx's limit_req on the same arrivals", "[e2e][nginx]")
{
    if (!std::filesystem::exists("/usr/sbin/nginx")) {
        WARN("nginx is not installed: not compared");
        return;
    }
    struct Row {
        const char* nginx;
        const char* weir;
    };
    const Row rows[] = {
        {"burst=4", "capacity: 4"},
        {"burst=4 delay=2", "capacity: 4, delay_after: 2"},
        {"burst=4 nodelay", "capacity: 4, delay_after: 4"},
        {"", "capacity: 0"},
    };
    // A burst, a trickle, and a second burst; never within 60 ms of where the answer would change.
    const std::vector<int> moments{0, 3, 6, 9, 12, 15, 18, 370, 390, 900, 1240, 2600, 2603, 2606};
    for (const Row& row : rows) {
        INFO(row.nginx << " / " << row.weir);
        FakeUpstream nginx_upstream;
        FakeUpstream weir_upstream;
        const TempDir folder;
        const std::uint16_t port = free_port();
        const std::string conf =
            folder.write("nginx.conf", nginx_conf(folder, port, nginx_upstream, row.nginx));
        ChildProcess nginx({"/usr/sbin/nginx", "-p", folder.path("."), "-c", conf}, {});
        REQUIRE(wait_until([&] { return can_connect(port); }, Millis(5000)));
        RunningWeir weir(weir_upstream, leaky(std::string("rate: 4/s, ") + row.weir));

        // At the same time, so that the machine is equally busy for both.
        std::vector<Released> by_nginx;
        std::vector<Released> by_weir;
        in_parallel(2, [&](int which) {
            if (which == 0)
                by_nginx = released(port, nginx_upstream, moments);
            else
                by_weir = released(weir.port(), weir_upstream, moments);
        });
        for (std::size_t i = 0; i < moments.size(); ++i) {
            INFO("request " << i << " at " << moments[i] << " ms: nginx " << by_nginx[i].at
                            << ", weir " << by_weir[i].at);
            CHECK(by_nginx[i].admitted == by_weir[i].admitted);
            CHECK(std::abs(by_nginx[i].at - by_weir[i].at) <= late);
        }
        nginx.signal(SIGTERM);
        nginx.wait_exit(Millis(5000));
    }
}
