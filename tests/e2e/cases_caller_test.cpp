// Cases from the log: who is calling, and which route it is, however it is spelt.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"

using namespace weir;
using Statuses = std::vector<int>;

namespace {

std::string settings(const std::string& match, const std::string& key, int limit)
{
    return "trusted_proxies: [127.0.0.0/8]\n"
           "routes:\n"
           "  - name: limited\n    match: " +
           match + "\n    upstream: api\n    limits: [{ key: " + key +
           ", algorithm: sliding_window_log, window: 60s, limit: " + std::to_string(limit) +
           " }]\n"
           "  - match: /**\n    upstream: api\n";
}

std::string from(const std::string& address)
{
    return get("/", "X-Forwarded-For: " + address + "\r\n");
}

Statuses statuses_from(const RunningWeir& weir, const std::vector<std::string>& addresses)
{
    TestClient client(weir.port());
    Statuses result;
    for (const std::string& address : addresses)
        result.push_back(client.ask(from(address)).status);
    return result;
}

constexpr const char* api_key = "{ source: header, name: X-API-Key }";

} // namespace

TEST_CASE("C11 repeated X-Forwarded-For lines are one list", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings("/**", "ip", 3));
    TestClient client(weir.port());
    Statuses statuses;
    for (int request = 0; request < 10; ++request) {
        const std::string invented = "198.51.100." + std::to_string(request + 1);
        statuses.push_back(client
                               .ask(get("/", "X-Forwarded-For: " + invented +
                                                 "\r\nX-Forwarded-For: 203.0.113.9\r\n"))
                               .status);
    }
    CHECK(statuses == Statuses{200, 200, 200, 429, 429, 429, 429, 429, 429, 429});
    CHECK(client.ask(from("203.0.113.9")).status == 429);
}

TEST_CASE("C12 other spellings of the same path do not escape the limit", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings("/api/login/**", "ip", 3));
    TestClient client(weir.port());
    int refused = 0;
    for (const char* path : {"/api/login", "/api//login", "//api/login", "/api/./login",
                             "/api/x/../login", "/api/login/"}) {
        INFO(path);
        for (const int status : ask_times(client, get(path), 2))
            refused += status == 429;
    }
    CHECK(refused == 9);
    CHECK(upstream.count() == 3);
}

TEST_CASE("C55 a port behind a forwarded address makes no new client", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings("/**", "ip", 2));
    CHECK(statuses_from(weir, {"203.0.113.9:50001", "203.0.113.9:50002", "203.0.113.9",
                               "[2001:db8::1]:443", "[2001:db8::1]:444", "2001:db8::1",
                               "203.0.113.10:1"}) == Statuses{200, 200, 429, 200, 200, 429, 200});
}

TEST_CASE("C60 percent-encoding a letter does not escape the limit", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings("/api/login/**", "ip", 3));
    TestClient client(weir.port());
    CHECK(ask_each(client, {get("/api/login"), get("/api/%6Cogin"), get("/api/log%69n"),
                            get("/%61pi/login"), get("/api/%2e/login"),
                            get("/api/x/%2E%2E/login")}) == Statuses{200, 200, 200, 429, 429, 429});
    CHECK(upstream.count_path("/api/login") == 3);
    // Decoded once only: another path, forwarded as it is.
    CHECK(client.ask(get("/api/%256Cogin")).status == 200);
    CHECK(upstream.last().target == "/api/%256Cogin");
    for (const char* path : {"/api%2Flogin", "/api/lo%zz"}) {
        INFO(path);
        CHECK(TestClient(weir.port()).ask(get(path)).status == 400);
    }
    CHECK(upstream.count() == 4);
}

TEST_CASE("C69 a repeated or padded key buys no fresh budget", "[e2e][case]")
{
    // A header that appears twice is refused whatever `missing` says: Weir and the upstream might
    // each take another one.
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings("/**", api_key, 3));
    for (int request = 0; request < 13; ++request) {
        const std::string first = request < 10 ? "random" + std::to_string(request) : "";
        const std::string fields = "X-API-Key: " + first + "\r\nX-API-Key: k1\r\n";
        CHECK(TestClient(weir.port()).ask(get("/", fields)).status == 400);
    }
    CHECK(upstream.count() == 0);
    TestClient client(weir.port());
    CHECK(ask_each(client, {get("/", "x-api-key:  k1\t\r\n"), get("/", "X-Api-Key: k1\r\n"),
                            get("/", "X-API-KEY:k1\r\n"), get("/", "X-API-Key: k1 \r\n")}) ==
          Statuses{200, 200, 200, 429});
}

TEST_CASE("C74 an IPv6 client does not walk through its own /64", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings("/**", "ip", 3));
    CHECK(statuses_from(weir, {"2001:db8:0:1::1", "2001:DB8:0:1::2", "2001:0db8:0000:0001::3",
                               "2001:db8:0:1:0:0:0:4", "2001:db8:0:1::5",
                               "2001:0DB8:0000:0001:0000:0000:0000:0006", "2001:db8::1:0:0:0:7",
                               "2001:db8:0:1::8", "2001:db8:0:1::9", "2001:db8:0:1::a"}) ==
          Statuses{200, 200, 200, 429, 429, 429, 429, 429, 429, 429});
    CHECK(statuses_from(weir, {"2001:db8:0:2::1"}) == Statuses{200});
}

TEST_CASE("C75 other spellings of a host do not escape its rule", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings("{ path: /**, host: api.example }", "ip", 3));
    TestClient client(weir.port());
    const auto with_host = [](const std::string& host) {
        return "GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
    };
    CHECK(ask_each(client, {with_host("api.example"), with_host("API.Example"),
                            with_host("api.example:8080"), with_host("api.example."),
                            "GET http://API.EXAMPLE/ HTTP/1.1\r\nHost: other.example\r\n\r\n"}) ==
          Statuses{200, 200, 200, 429, 429});
    CHECK(upstream.count() == 3);
    CHECK(TestClient(weir.port()).ask("GET / HTTP/1.1\r\n\r\n").status == 400);
    CHECK(TestClient(weir.port())
              .ask("GET / HTTP/1.1\r\nHost: api.example\r\nHost: api.example\r\n\r\n")
              .status == 400);
}

TEST_CASE("C80 very long keys are told apart and cost no memory", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings("/**", api_key, 1));
    TestClient client(weir.port());
    const std::string stem(7 * 1024, 'k');
    const auto with_key = [](const std::string& key) {
        return get("/", "X-API-Key: " + key + "\r\n");
    };
    CHECK(ask_times(client, with_key(stem + "1"), 2) == Statuses{200, 429});
    CHECK(ask_times(client, with_key(stem + "2"), 2) == Statuses{200, 429});

    const std::uint64_t before = weir.resident_bytes();
    for (int key = 0; key < 5000; ++key)
        client.ask(with_key(std::to_string(10'000 + key) + stem));
    if (!sanitized) // sanitizers keep what was freed
        CHECK(weir.resident_bytes() < before + 8 * 1024 * 1024);
    CHECK(weir.log().find(stem) == std::string::npos);
}

TEST_CASE("C95 rubbish in X-Forwarded-For falls back to the peer", "[e2e][case]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings("/**", "ip", 3));
    const Statuses statuses = statuses_from(
        weir, {"unknown", " ", ",,", "999.1.1.1", "203.0.113.9, garbage7",
               std::string(8 * 1024, 'a'), "0x7f.1", "203.0.113.09", "fe80::1%eth0", "-"});
    CHECK(statuses == Statuses{200, 200, 200, 429, 429, 429, 429, 429, 429, 429});
}
