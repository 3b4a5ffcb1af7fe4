// Cases from the log: what is counted, and what the client is told about it. The moments of a case
// are those of the log; where they were scaled, the test says so. C44 and C97 (a wall clock that
// steps) are not here: the wall clock of one process cannot be shifted, and the limiters have those
// cases on virtual time.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/in_parallel.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"

#include <algorithm>
#include <atomic>

using namespace weir;
using Statuses = std::vector<int>;

namespace {

// A route for every path with these limits, written as YAML flow mappings.
std::string with_limits(const std::string& limits)
{
    return "response: { retry_after: { jitter: 0 } }\n"
           "routes:\n  - match: /**\n    upstream: api\n    limits: [" +
           limits + "]\n";
}

int admitted(const Statuses& statuses)
{
    return static_cast<int>(std::ranges::count(statuses, 200));
}

// Runs `limits` on a Weir and an upstream of their own.
struct Proxy {
    explicit Proxy(const std::string& limits) : weir(upstream, with_limits(limits)) {}

    FakeUpstream upstream;
    RunningWeir weir;
};

} // namespace

TEST_CASE("C02 a request refused by one limit spends nothing of the other", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, R"(
routes:
  - match: /ab
    upstream: api
    limits:
      - { name: a, key: ip, algorithm: sliding_window_log, limit: 2, window: 2s }
      - { name: b, key: ip, algorithm: sliding_window_log, limit: 6, window: 60s }
  - match: /ba
    upstream: api
    limits:
      - { name: b, key: ip, algorithm: sliding_window_log, limit: 6, window: 60s }
      - { name: a, key: ip, algorithm: sliding_window_log, limit: 2, window: 2s }
)");
    TestClient client(weir.port());
    const Timeline timeline;
    std::vector<int> ab;
    std::vector<int> ba;
    for (const int moment : {0, 2300, 4600, 6900}) {
        timeline.reach(Millis(moment));
        ab.push_back(admitted(ask_times(client, get("/ab"), 20)));
        ba.push_back(admitted(ask_times(client, get("/ba"), 20)));
    }
    CHECK(ab == std::vector{2, 2, 2, 0});
    CHECK(ba == std::vector{2, 2, 2, 0});
}

TEST_CASE("C18 Retry-After is rounded up, and waiting that long is enough", "[e2e][case]")
{
    Proxy proxy("{ key: ip, algorithm: token_bucket, rate: 24/m, capacity: 1 }"); // one per 2.5 s
    TestClient client(proxy.weir.port());
    const Timeline timeline;
    CHECK(client.ask(get("/")).status == 200);
    timeline.reach(Millis(100));
    const Response refused = client.ask(get("/"));
    const Millis at = timeline.elapsed();
    CHECK(refused.status == 429);
    REQUIRE(refused.number("Retry-After") == 3);
    timeline.reach(at + Millis(3000));
    CHECK(client.ask(get("/")).status == 200);
}

TEST_CASE("C27 entries that have expired are not counted", "[e2e][case]")
{
    Proxy proxy("{ key: ip, algorithm: sliding_window_log, limit: 3, window: 2s }");
    TestClient client(proxy.weir.port());
    const Timeline timeline;
    for (const int moment : {0, 100, 200, 2500}) {
        timeline.reach(Millis(moment));
        INFO("t = " << moment << " ms");
        CHECK(client.ask(get("/")).status == 200);
    }
}

TEST_CASE("C30 a missing key falls back to the address of the client", "[e2e][case]")
{
    Proxy proxy("{ key: { source: header, name: X-API-Key }, algorithm: sliding_window_log, "
                "limit: 3, window: 60s }");
    TestClient client(proxy.weir.port());
    CHECK(ask_times(client, get("/"), 5) == Statuses{200, 200, 200, 429, 429});
    CHECK(ask_times(client, get("/", "X-API-Key:\r\n"), 2) == Statuses{429, 429});
    TestClient other(proxy.weir.port(), {.source = "127.0.0.2"});
    CHECK(other.ask(get("/")).status == 200);
    CHECK(client.ask(get("/", "X-API-Key: k9\r\n")).status == 200);
}

TEST_CASE("C35 frequent polling does not starve the refill", "[e2e][case]")
{
    Proxy proxy("{ key: ip, algorithm: token_bucket, rate: 1/s, capacity: 1 }");
    TestClient client(proxy.weir.port());
    const Timeline timeline;
    Statuses statuses;
    for (int poll = 0; poll <= 100; ++poll) { // 5 s instead of 10
        timeline.reach(Millis(50) * poll);
        statuses.push_back(client.ask(get("/")).status);
    }
    CHECK(admitted(statuses) >= 5);
    CHECK(admitted(statuses) <= timeline.elapsed() / Millis(1000) + 1);
}

TEST_CASE("C53 refused traffic does not keep the client locked out", "[e2e][case]")
{
    Proxy proxy("{ key: ip, algorithm: sliding_window_log, limit: 5, window: 1s }");
    TestClient client(proxy.weir.port());
    const Timeline timeline;
    int count = 0;
    int refused_in_a_row = 0;
    int longest = 0;
    for (int request = 0; request < 40; ++request) { // 4 s instead of 6
        timeline.reach(Millis(100) * request);
        const bool success = client.ask(get("/")).status == 200;
        count += success;
        refused_in_a_row = success ? 0 : refused_in_a_row + 1;
        longest = std::max(longest, refused_in_a_row);
    }
    CHECK(count >= 18);
    CHECK(count <= 5 * (timeline.elapsed() / Millis(1000) + 1));
    CHECK(longest <= 7); // 0.8 s between two successes
}

TEST_CASE("C62 the stated number is the number admitted, for every algorithm", "[e2e][case]")
{
    struct Row {
        const char* five;
        const char* one;
    };
    const Row rows[] = {
        {"algorithm: fixed_window, limit: 5, window: 24h, align: key",
         "algorithm: fixed_window, limit: 1, window: 24h, align: key"},
        {"algorithm: sliding_window_log, limit: 5, window: 24h",
         "algorithm: sliding_window_log, limit: 1, window: 24h"},
        {"algorithm: sliding_window_counter, limit: 5, window: 24h",
         "algorithm: sliding_window_counter, limit: 1, window: 24h"},
        {"algorithm: token_bucket, rate: 5/d", "algorithm: token_bucket, rate: 1/d"},
        {"algorithm: gcra, rate: 5/d", "algorithm: gcra, rate: 1/d"},
    };
    for (const Row& row : rows) {
        INFO(row.five);
        Proxy five(std::string("{ key: ip, ") + row.five + " }");
        TestClient client(five.weir.port());
        CHECK(ask_times(client, get("/"), 5) == Statuses(5, 200));
        const Response sixth = client.ask(get("/"));
        CHECK(sixth.status == 429);
        if (std::string_view(row.five).find("rate") != std::string_view::npos)
            CHECK(sixth.number("Retry-After") == 17280); // a fifth of a day
        CHECK(ask_times(client, get("/"), 2) == Statuses(2, 429));

        Proxy one(std::string("{ key: ip, ") + row.one + " }");
        TestClient other(one.weir.port());
        CHECK(other.ask(get("/")).status == 200);
        CHECK(ask_times(other, get("/"), 7) == Statuses(7, 429));
    }
}

TEST_CASE("C66 Retry-After is never zero at the edge of a window", "[e2e][case]")
{
    Proxy proxy("{ key: ip, algorithm: fixed_window, limit: 1, window: 2s }");
    TestClient client(proxy.weir.port());
    reach_window_start(Millis(2000));
    const Timeline timeline;
    CHECK(client.ask(get("/")).status == 200);
    timeline.reach(Millis(1500)); // 1.9 in the log: half a second of slack for a busy machine
    const Response refused = client.ask(get("/"));
    CHECK(refused.status == 429);
    CHECK(refused.number("Retry-After") == 1);
    timeline.reach(Millis(2600));
    CHECK(client.ask(get("/")).status == 200);
    for (int request = 0; request < 150; ++request) { // across the boundaries at 4 s and 6 s
        timeline.reach(Millis(3500) + Millis(20) * request);
        const Response response = client.ask(get("/"));
        if (response.status == 200) continue;
        const std::int64_t wait = response.number("Retry-After");
        CHECK((wait == 1 || wait == 2));
    }
}

TEST_CASE("C68 a sliding window holds across every boundary", "[e2e][case]")
{
    // Half the times of the log, the third volley later, so that a slow first volley is harmless.
    Proxy proxy("{ key: ip, algorithm: sliding_window_log, limit: 5, window: 2s }");
    TestClient client(proxy.weir.port());
    reach_window_start(Millis(2000));
    const Timeline timeline;
    timeline.reach(Millis(1500));
    CHECK(ask_times(client, get("/"), 5) == Statuses(5, 200));
    timeline.reach(Millis(2100));
    CHECK(ask_times(client, get("/"), 5) == Statuses(5, 429));
    timeline.reach(Millis(4200));
    CHECK(ask_times(client, get("/"), 5) == Statuses(5, 200));
}

TEST_CASE("C78 remaining stops at zero", "[e2e][case]")
{
    Proxy proxy("{ key: ip, algorithm: fixed_window, limit: 3, window: 30s, align: key }");
    TestClient client(proxy.weir.port());
    for (int request = 0; request < 10; ++request) {
        const Response response = client.ask(get("/"));
        CHECK(response.status == (request < 3 ? 200 : 429));
        CHECK(response.number("RateLimit-Remaining") == std::max(2 - request, 0));
    }
}

TEST_CASE("C85 all limits must agree, and the tightest one is told", "[e2e][case]")
{
    const std::string tenant =
        "{ name: tenant, key: { source: header, name: X-Tenant }, algorithm: "
        "fixed_window, limit: 100, window: 1h, align: key }";
    const std::string address =
        "{ name: address, key: ip, algorithm: fixed_window, limit: 3, window: 1h, align: key }";
    const bool tenant_first = GENERATE(true, false);
    Proxy proxy(tenant_first ? tenant + ", " + address : address + ", " + tenant);
    TestClient client(proxy.weir.port());
    const std::string request = get("/login", "X-Tenant: t1\r\n");
    for (int remaining = 2; remaining >= 0; --remaining) {
        const Response response = client.ask(request);
        CHECK(response.status == 200);
        CHECK(response.number("RateLimit-Remaining") == remaining);
        CHECK(response.number("RateLimit-Limit") == 3);
    }
    CHECK(ask_times(client, request, 2) == Statuses{429, 429});
    CHECK(client.ask(get("/login", "X-Tenant: t2\r\n")).status == 429);
}

TEST_CASE("C87 windows of a month do not wrap", "[e2e][case]")
{
    // One in 32 days: a rate has no unit longer than a day.
    Proxy bucket("{ key: ip, algorithm: token_bucket, rate: 0.03125/d, capacity: 1 }");
    TestClient client(bucket.weir.port());
    const Timeline timeline;
    CHECK(client.ask(get("/")).status == 200);
    for (const int moment : {0, 2000}) {
        timeline.reach(Millis(moment));
        const Response refused = client.ask(get("/"));
        const std::int64_t exact = 32 * 86400 - timeline.elapsed() / Millis(1000);
        CHECK(refused.status == 429);
        CHECK(std::abs(refused.number("Retry-After") - exact) <= 1);
    }

    Proxy window("{ key: ip, algorithm: fixed_window, limit: 1, window: 30d }");
    TestClient other(window.weir.port());
    CHECK(other.ask(get("/")).status == 200);
    for (int request = 0; request < 2; ++request) {
        const Response refused = other.ask(get("/"));
        CHECK(refused.status == 429);
        CHECK(refused.number("Retry-After") >= 1);
        CHECK(refused.number("Retry-After") <= 2592000);
    }
}

TEST_CASE("C90 many requests in one clock tick are all within the rate", "[e2e][case]")
{
    Proxy proxy("{ key: ip, algorithm: token_bucket, rate: 5000/s, capacity: 5000 }");
    std::atomic<int> successes{0};
    in_parallel(20, [&](int) {
        TestClient client(proxy.weir.port());
        successes += admitted(ask_times(client, get("/"), 100));
    });
    CHECK(successes == 2000);
}
