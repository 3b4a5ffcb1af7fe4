// Cases from the log: starting, configuration, overload, ending.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"
#include "support/turnstile.hpp"

#include <csignal>
#include <memory>
#include <thread>

using namespace weir;
using Statuses = std::vector<int>;

namespace {

const std::string unlimited = "routes: [{ match: /**, upstream: api }]\n";
const std::string upstream_line = "upstreams: { api: 127.0.0.1:9 }\n";

// A file whose one limit has these fields.
std::string with_limit(const std::string& fields)
{
    return "routes:\n  - match: /**\n    upstream: api\n    limits: [{ key: ip, " + fields +
           " }]\n";
}

void check_refused_start(const std::string& yaml, const std::string& place)
{
    INFO(yaml);
    const WeirRun run = run_weir(yaml);
    INFO(run.output);
    REQUIRE(run.status.has_value());
    CHECK(*run.status != 0);
    CHECK_THAT(run.output, ContainsSubstring(place));
}

} // namespace

TEST_CASE("C06 running out of file descriptors neither deafens nor heats", "[e2e][case]")
{
    // 3 s instead of 10, and CPU time in proportion.
    FakeUpstream upstream;
    RunningWeir weir(upstream, unlimited, {.environment = {}, .max_files = 64});
    std::vector<Socket> idle;
    for (int connection = 0; connection < 100; ++connection)
        idle.push_back(connect_tcp(weir.port()));
    const Millis cpu_before = weir.cpu_time();
    Timeline().reach(Millis(3000));
    CHECK(weir.cpu_time() - cpu_before < Millis(600));
    idle.clear();
    TestClient client(weir.port());
    CHECK(client.ask(get("/"), {.deadline = Millis(2000)}).status == 200);
}

TEST_CASE("C26 a duplicate in the configuration is refused with its place", "[e2e][case]")
{
    check_refused_start(upstream_line + with_limit("algorithm: fixed_window, window: 60s, "
                                                   "limit: 100, limit: 5"),
                        "weir.yaml:6:");
    check_refused_start(upstream_line + unlimited + unlimited, "weir.yaml:4:");
    check_refused_start(upstream_line + "routes:\n"
                                        "  - { name: twice, match: /a, upstream: api }\n"
                                        "  - { name: twice, match: /b, upstream: api }\n",
                        "weir.yaml:5:");
}

TEST_CASE("C34 SIGTERM finishes what is in flight, and nothing else", "[e2e][case]")
{
    Turnstile started;
    Turnstile finish;
    FakeUpstream upstream;
    upstream.on("/two", [&](UpstreamExchange& exchange) {
        started.pass();
        finish.wait();
        exchange.answer(200, "finished");
    });
    RunningWeir weir(upstream, "timeouts: { drain: 10s }\n" + unlimited);
    std::vector<TestClient> idle;
    for (int connection = 0; connection < 5; ++connection) {
        idle.emplace_back(weir.port());
        idle.back().ask(get("/"));
    }
    TestClient chatty(weir.port());
    chatty.ask(get("/"));
    TestClient busy(weir.port());
    busy.send(get("/two"));
    REQUIRE(started.wait());
    weir.signal(SIGTERM);

    for (TestClient& client : idle)
        CHECK(client.wait_for_close(Millis(2000)) == Peer::closed);
    CHECK(wait_until([&] { return !can_connect(weir.port()); }, Millis(2000)));
    // The chatty client was idle at the signal, or gets one last answer that says close.
    if (chatty.send(get("/"))) {
        const Response last = chatty.receive({.deadline = Millis(2000)});
        if (last.complete()) CHECK(last.says_close());
        CHECK(chatty.wait_for_close(Millis(2000)) != Peer::open);
    }
    finish.pass();
    const Response response = busy.receive();
    CHECK(response.status == 200);
    CHECK(response.body == "finished");
    CHECK(response.says_close());
    CHECK(weir.wait_exit(Millis(3000)) == 0);
}

TEST_CASE("C49 the table of keys does not grow without end", "[e2e][case]")
{
    // As fast as it goes instead of over a minute. Pipelined, or the test would measure round
    // trips.
    FakeUpstream upstream;
    RunningWeir weir(upstream, R"(
routes:
  - match: /**
    upstream: api
    limits:
      - { key: { source: header, name: X-API-Key }, algorithm: fixed_window, limit: 1, window: 1s }
      - { key: global, algorithm: fixed_window, limit: 2000, window: 1h, align: key }
)");
    TestClient client(weir.port());
    int next_key = 0;
    const auto flood = [&] {
        for (int batch = 0; batch < (sanitized ? 20 : 400); ++batch) {
            std::string requests;
            for (int request = 0; request < 50; ++request)
                requests += get("/", "X-API-Key: key" + std::to_string(next_key++) + "\r\n");
            client.send(requests);
            for (int request = 0; request < 50; ++request)
                REQUIRE(client.receive().complete());
        }
        return weir.resident_bytes();
    };
    flood(); // 2000 are admitted, the rest refused: those must not pile up either
    const std::uint64_t first = flood();
    Timeline().reach(Millis(2000));
    const std::uint64_t second = flood();
    if (!sanitized) CHECK(second <= first + first / 10);
}

TEST_CASE("C57 merge keys and anchors mean what YAML says", "[e2e][case]")
{
    FakeUpstream upstream;
    const std::string yaml = R"(
routes:
  - match: /first
    upstream: api
    limits:
      - &defaults { key: ip, algorithm: fixed_window, limit: 3, window: 1h, align: key }
  - match: /merged
    upstream: api
    limits:
      - <<: *defaults
        key: global
  - match: /overridden
    upstream: api
    limits:
      - <<: *defaults
        limit: 5
)";
    RunningWeir weir(upstream, yaml);
    TestClient client(weir.port());
    CHECK(ask_times(client, get("/merged"), 8) == Statuses{200, 200, 200, 429, 429, 429, 429, 429});
    CHECK(ask_times(client, get("/overridden"), 8) ==
          Statuses{200, 200, 200, 200, 200, 429, 429, 429});

    check_refused_start(upstream_line + "routes:\n\t- match: /**\n\t  upstream: api\n",
                        "weir.yaml:4:");
}

TEST_CASE("C59 slow header senders are ended and not charged", "[e2e][case]")
{
    // A header timeout of 1.5 s instead of 5, and 100 of them instead of 200.
    FakeUpstream upstream;
    RunningWeir weir(upstream, "timeouts: { header: 1500ms }\n" +
                                   with_limit("algorithm: fixed_window, limit: 10, window: 1h"));
    std::vector<TestClient> slow;
    for (int connection = 0; connection < 100; ++connection)
        slow.emplace_back(weir.port());
    const Timeline timeline;
    const std::string request = get("/", "X-Slow: " + std::string(200, 's') + "\r\n");
    TestClient normal(weir.port());
    int ended = 0;
    for (std::size_t step = 0; step < request.size() - 4 && ended < 100; ++step) {
        timeline.reach(Millis(100) * static_cast<int>(step));
        ended = 0;
        for (TestClient& client : slow) {
            const bool sent = client.send(request.substr(step, 1));
            ended += !sent || client.wait_for_close(Millis(0)) != Peer::open;
        }
        if (step % 2 == 0 && step < 10) CHECK(normal.ask(get("/")).status == 200);
        if (timeline.elapsed() > stretched(Millis(4000))) break;
    }
    CHECK(ended == 100);
    CHECK(timeline.elapsed() >= Millis(1400));
    CHECK(normal.ask(get("/")).number("RateLimit-Remaining") == 4);
}

TEST_CASE("C82 zero and negative limits never open the door", "[e2e][case]")
{
    const char* windows[] = {"fixed_window", "sliding_window_log", "sliding_window_counter"};
    std::vector<std::string> refused;
    for (const std::string algorithm : windows) {
        for (const char* limit : {"0", "-1", "99999999999999999999"})
            refused.push_back("algorithm: " + algorithm + ", window: 60s, limit: " + limit);
        refused.push_back("algorithm: " + algorithm + ", window: 0s, limit: 5");
    }
    for (const std::string algorithm : {"token_bucket", "gcra"}) {
        for (const char* numbers :
             {"rate: 0/s, capacity: 5", "rate: 10/s, capacity: 0", "rate: -1/s, capacity: 5",
              "rate: 10/s, capacity: -1", "rate: 10/s, capacity: 99999999999999999999"})
            refused.push_back("algorithm: " + algorithm + ", " + numbers);
    }
    for (const std::string& fields : refused)
        check_refused_start(upstream_line + with_limit(fields), "weir.yaml:6:");

    FakeUpstream upstream;
    RunningWeir weir(upstream,
                     with_limit("algorithm: fixed_window, window: 1h, limit: 3000000000"));
    const Response response = TestClient(weir.port()).ask(get("/"));
    CHECK(response.status == 200);
    CHECK(response.field("RateLimit-Limit") == "3000000000");
    CHECK(response.field("RateLimit-Remaining") == "2999999999");
}
