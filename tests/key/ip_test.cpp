#include "sample_request.hpp"

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("an address source groups clients by network", "[key]")
{
    struct Row {
        const char* address;
        int ipv4_prefix;
        int ipv6_prefix;
        const char* expected;
        const char* why;
    };
    const Row rows[] = {
        {"198.51.100.7", 32, 64, "198.51.100.7", "IPv4 by address"},
        {"198.51.100.7", 24, 64, "198.51.100.0/24", "IPv4 by network"},
        {"2001:db8:1:2:aaaa::7", 32, 64, "2001:db8:1:2::/64", "IPv6 by /64 (C74)"},
        {"2001:DB8:0001:2:0:0:0:1", 32, 64, "2001:db8:1:2::/64", "spelling does not matter"},
        {"2001:db8:1:2::7", 32, 128, "2001:db8:1:2::7", "IPv6 by address"},
        {"2001:db8:1:2::7", 32, 48, "2001:db8:1::/48", "IPv6 by site"},
        {"::ffff:198.51.100.7", 32, 64, "198.51.100.7", "mapped addresses are IPv4"},
        {"::ffff:c633:6407", 32, 64, "198.51.100.7", "mapped, in hex"},
        {"::1", 32, 64, "::1", "the loopback address has no neighbours"},
        {"2002:c633:6407::1", 32, 64, "2002:c633:6407::/64", "6to4 is plain IPv6"},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        SourceSettings source = source_of(SourceSettings::Kind::ip);
        source.ipv4_prefix = row.ipv4_prefix;
        source.ipv6_prefix = row.ipv6_prefix;
        CHECK(SampleRequest().from(row.address).value_of(source) == row.expected);
    }
}

TEST_CASE("clients of one network have one key, others another", "[key]")
{
    const KeySettings by_address{{source_of(SourceSettings::Kind::ip)}, Missing::ip};
    const auto bytes = [&](const char* address) {
        return SampleRequest().from(address).bytes_of(by_address);
    };
    CHECK(bytes("2001:db8:0:1::1") == bytes("2001:DB8:0:1:0:0:0:A"));
    CHECK(bytes("2001:db8:0:1::1") != bytes("2001:db8:0:2::1"));
    CHECK(bytes("198.51.100.7") == bytes("::ffff:198.51.100.7"));
    CHECK(bytes("198.51.100.7") != bytes("198.51.100.8"));
    CHECK(bytes("::1") != bytes("::2"));
    CHECK(bytes("0.0.0.0") != bytes("::"));
}

TEST_CASE("an address source is described", "[key]")
{
    CHECK(describe_source(source_of(SourceSettings::Kind::ip)) == "client address");
    CHECK(describe_scope(source_of(SourceSettings::Kind::ip)) == "each client address");
}
