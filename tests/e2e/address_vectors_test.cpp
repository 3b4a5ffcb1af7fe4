// The client-address vectors whose peer is a trusted proxy: the tester's loopback address plays the
// proxy, and which bucket was charged tells whom Weir took for the client. The vector with an
// untrusted peer cannot be played from a loopback address here; the http folder's tests have it.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"
#include "support/vectors.hpp"

using namespace weir;

namespace {

constexpr const char* settings = R"(
trusted_proxies: [127.0.0.0/8, 10.0.0.0/8, "fd00::/8", "2001:db8:ffff::/48"]
keys:
  vector: { source: path, param: id }
  caller: { combine: [ip, vector] }
routes:
  - match: /{id}
    upstream: api
    limits: [{ key: caller, algorithm: fixed_window, limit: 100, window: 1d, align: key }]
)";

// Remaining after a request with those fields; each vector has a path, hence buckets, of its own.
std::int64_t remaining(const RunningWeir& weir, const std::string& id, const std::string& fields)
{
    return TestClient(weir.port()).ask(get("/" + id, fields)).number("RateLimit-Remaining");
}

std::string field_for(const std::string& id, const std::string& address)
{
    if (!id.starts_with("fwd-") || id == "fwd-and-xff-conflict")
        return "X-Forwarded-For: " + address + "\r\n";
    const bool v6 = address.find(':') != std::string::npos;
    return "Forwarded: for=" + (v6 ? "\"[" + address + "]\"" : address) + "\r\n";
}

void check_client(const RunningWeir& weir, const AddressVector& vector)
{
    std::string fields;
    for (const auto& [name, value] : vector.headers)
        fields += name + ": " + value + "\r\n";
    CHECK(remaining(weir, vector.id, fields) == 99);
    // The expected client alone, which must find its bucket already used once.
    const bool is_peer = vector.client_ip == vector.peer;
    CHECK(remaining(weir, vector.id, is_peer ? "" : field_for(vector.id, vector.client_ip)) == 98);
    CHECK(remaining(weir, vector.id, field_for(vector.id, "192.0.2.77")) == 99);
}

} // namespace

TEST_CASE("the client behind trusted proxies is found from the right", "[e2e][vectors]")
{
    FakeUpstream upstream;
    RunningWeir by_x_forwarded_for(upstream, settings);
    RunningWeir by_forwarded(upstream, std::string(settings) + "client_address: forwarded\n");
    std::size_t played = 0;
    for (const AddressVector& vector : read_address_vectors()) {
        if (vector.kind != "client-ip" || vector.id == "xff-untrusted-peer") continue;
        INFO(vector.id);
        const bool forwarded = vector.id.starts_with("fwd-") && vector.id != "fwd-and-xff-conflict";
        check_client(forwarded ? by_forwarded : by_x_forwarded_for, vector);
        ++played;
    }
    CHECK(played == 20);
}

TEST_CASE("an address finds the bucket of its network, however it is written", "[e2e][vectors]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, settings);
    for (const AddressVector& vector : read_address_vectors()) {
        if (vector.kind != "limit-key") continue;
        INFO(vector.id);
        const std::string network = vector.key.substr(0, vector.key.find('/'));
        const std::string network_name = network.ends_with("::") ? network + "9" : network;
        CHECK(remaining(weir, vector.id, "X-Forwarded-For: " + vector.ip + "\r\n") == 99);
        CHECK(remaining(weir, vector.id, "X-Forwarded-For: " + network_name + "\r\n") == 98);
        CHECK(remaining(weir, vector.id, "X-Forwarded-For: 198.51.100.8\r\n") == 99);
        CHECK(remaining(weir, vector.id, "X-Forwarded-For: 2001:db8:1:3::1\r\n") == 99);
    }
}
