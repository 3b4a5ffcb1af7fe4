#include "parsed_request.hpp"

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("a request target has one of four forms", "[http]")
{
    struct Row {
        const char* line;
        const char* path; // null: refused with 400
        const char* query;
        const char* authority;
    };
    const Row rows[] = {
        {"GET /x?", "/x", "", "h"},
        {"GET /x?a?b", "/x", "a?b", "h"},
        {"GET //x", "//x", "", "h"},
        {"GET http://b.test:8/x?q", "/x", "q", "b.test:8"},
        {"GET HTTPS://b.test/x", "/x", "", "b.test"},
        {"GET http://b.test", "/", "", "b.test"},
        {"GET http://b.test?q", "/", "q", "b.test"},
        {"OPTIONS http://b.test", "*", "", "b.test"},
        {"OPTIONS http://b.test?", "/", "", "b.test"},
        {"OPTIONS *", "*", "", "h"},
        {"CONNECT b.test:443", "", "", "b.test:443"},
        {"CONNECT [::1]:443", "", "", "[::1]:443"},
        {"CONNECT b.test", nullptr, "", ""},
        {"CONNECT b.test:", nullptr, "", ""},
        {"CONNECT [::1]", nullptr, "", ""},
        {"CONNECT /x", nullptr, "", ""},
        {"GET *", nullptr, "", ""},
        {"GET x", nullptr, "", ""},
        {"GET a.test:80", nullptr, "", ""},
        {"GET http:/x", nullptr, "", ""},
        {"GET http:///x", nullptr, "", ""},
        {"GET http://u@b.test/", nullptr, "", ""},
        {"GET http://b.test#f", "/", "", nullptr},
        {"GET ftp://b.test/", nullptr, "", ""},
        {"GET ://b.test/", nullptr, "", ""},
    };
    for (const Row& row : rows) {
        INFO(row.line);
        const std::string bytes = std::string(row.line) + " HTTP/1.1\r\nHost: h\r\n\r\n";
        const ParsedRequest parsed = parse(bytes);
        if (row.path == nullptr) {
            CHECK(parsed.status == ParseStatus::faulty);
            CHECK(parsed.fault.status == 400);
            continue;
        }
        REQUIRE(parsed.status == ParseStatus::complete);
        if (row.authority == nullptr) { // for canonical_path to refuse
            CHECK(parsed.head.path == "#f");
            continue;
        }
        CHECK(parsed.head.path == row.path);
        CHECK(parsed.head.query == row.query);
        CHECK(parsed.head.authority == row.authority);
    }
}
