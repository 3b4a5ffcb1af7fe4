#include <weir/base/address.hpp>

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("an address is read strictly and printed in one form", "[base]")
{
    struct Row {
        const char* text;
        const char* printed; // nullptr: not an address
        const char* why;
    };
    const Row rows[] = {
        {"198.51.100.7", "198.51.100.7", "plain"},
        {"0.0.0.0", "0.0.0.0", "all zero"},
        {"255.255.255.255", "255.255.255.255", "all ones"},
        {"256.0.0.1", nullptr, "an octet is at most 255"},
        {"198.051.100.7", nullptr, "a leading zero is octal to some readers"},
        {"10.1", nullptr, "short forms are not addresses"},
        {"3232235521", nullptr, "nor are integers"},
        {"0x7f.0.0.1", nullptr, "nor is hex"},
        {"1.2.3.4 ", nullptr, "nothing may follow"},
        {"1.2.3.4.5", nullptr, "four octets, not five"},
        {"1..3.4", nullptr, "none may be empty"},
        {"", nullptr, "empty"},
        {"2001:DB8::1", "2001:db8::1", "RFC 5952: lower case"},
        {"2001:db8:0:0:0:0:0:1", "2001:db8::1", "RFC 5952: the longest run of zeros is left out"},
        {"::ffff:198.51.100.7", "198.51.100.7", "a mapped address is the IPv4 address"},
        {"::ffff:c633:6407", "198.51.100.7", "also in hex"},
        {"64:ff9b::c633:6407", "198.51.100.7", "NAT64 too (RFC 6052)"},
        {"::ffff:198.051.100.7", nullptr, "the embedded address is as strict"},
        {"fe80::1%eth0", nullptr, "a zone means nothing to anybody else"},
        {"[::1]", nullptr, "brackets belong to a URI"},
        {"::1::", nullptr, "one gap only"},
        {":", nullptr, "too short"},
        {"2001:db8:1:2:3:4:5:6:7", nullptr, "eight groups, not nine"},
    };
    for (const Row& row : rows) {
        INFO(row.text << ": " << row.why);
        const auto address = IpAddress::parse(row.text);
        REQUIRE(address.has_value() == (row.printed != nullptr));
        if (address) CHECK(address->to_string() == row.printed);
    }
}

TEST_CASE("a network holds what its prefix says and nothing of the other family", "[base]")
{
    struct Row {
        const char* network;
        const char* address;
        bool inside;
    };
    const Row rows[] = {
        {"10.0.0.0/8", "10.255.0.1", true},
        {"10.0.0.0/8", "11.0.0.1", false},
        {"10.1.2.3/8", "10.9.9.9", true}, // host bits do not matter
        {"127.0.0.1", "127.0.0.1", true},
        {"127.0.0.1", "127.0.0.2", false},
        {"0.0.0.0/0", "203.0.113.9", true},
        {"0.0.0.0/0", "2001:db8::1", false},
        {"::/0", "2001:db8::1", true},
        {"::/0", "203.0.113.9", false},
        {"2001:db8::/33", "2001:db8:7fff::1", true},
        {"2001:db8::/33", "2001:db8:8000::1", false},
    };
    for (const Row& row : rows) {
        INFO(row.network << " and " << row.address);
        const auto network = IpNetwork::parse(row.network);
        REQUIRE(network);
        CHECK(network->contains(*IpAddress::parse(row.address)) == row.inside);
    }
    for (const char* bad : {"10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/08", "::/129",
                            "10.0.0.0/8/8", "example.com/8", "::ffff:10.0.0.0/104"}) {
        INFO(bad);
        CHECK_FALSE(IpNetwork::parse(bad));
    }
}
