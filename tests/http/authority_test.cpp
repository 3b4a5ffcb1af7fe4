#include <weir/http/authority.hpp>

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("an authority is a host and perhaps a port", "[http]")
{
    for (const char* text : {"a", "a.test", "A.Test.", "a_b.test", "a-b~c", "127.0.0.1",
                             "127.0.0.1:80", "a.test:", "a.test:0", "a.test:65535", "[::1]",
                             "[::1]:443", "[2001:DB8::1]:", "[::ffff:1.2.3.4]"}) {
        INFO(text);
        CHECK(valid_authority(text));
    }
    for (const char* text : {"",
                             ":",
                             ":80",
                             ".",
                             "a..b",
                             ".a",
                             "a b",
                             "a,b",
                             "a%2eb",
                             "a/b",
                             "a?b",
                             "a#b",
                             "a@b",
                             "a\\b",
                             "a.test:80x",
                             "a.test:65536",
                             "a.test:100000",
                             "a.test:-1",
                             "a.test:8:0",
                             "::1",
                             "[::1",
                             "::1]",
                             "[::1]x",
                             "[::1]80",
                             "[]",
                             "[1.2.3.4]",
                             "[fe80::1%eth0]",
                             "[v1.a]",
                             "[[::1]]",
                             "[::1]:80:80",
                             "caf\xC3\xA9",
                             "a\tb",
                             "a*",
                             "a.test:\xD9\xA1"}) {
        INFO(text);
        CHECK_FALSE(valid_authority(text));
    }
    CHECK_FALSE(valid_authority(std::string_view("a\0b", 3)));
}

TEST_CASE("hosts compare without case, port and trailing dot", "[http]")
{
    struct Row {
        const char* authority;
        const char* host;
        bool copied;
    };
    const Row rows[] = {
        {"a.test", "a.test", false},
        {"a.test:80", "a.test", false},
        {"a.test.", "a.test", false},
        {"a.test.:80", "a.test", false},
        {"A.TEST:80", "a.test", true},
        {"[2001:DB8::1]:443", "[2001:db8::1]", true},
        {"[::1]", "[::1]", false},
        {"a.test:", "a.test", false},
        {"", "", false},
    };
    for (const Row& row : rows) {
        INFO(row.authority);
        std::string scratch;
        const std::string_view authority = row.authority;
        const std::string_view host = comparable_host(authority, scratch);
        CHECK(host == row.host);
        CHECK((host.data() == scratch.data()) == row.copied);
    }
}
