#include "support/catch.hpp"

#include "simulate/log_line.hpp"

using namespace weir;

namespace {

LogLine sample_line()
{
    LogLine line;
    line.time = "2026-12-01T08:00:00Z";
    line.client = "203.0.113.7";
    line.method = "GET";
    line.target = "/a?b=c";
    return line;
}

} // namespace

TEST_CASE("addresses are read as logs write them", "[simulate]")
{
    struct Row {
        const char* text;
        const char* expected; // "" for none
    };
    const Row rows[] = {
        {"203.0.113.7", "203.0.113.7"},
        {"203.0.113.7:51512", "203.0.113.7"},
        {"2001:db8::7", "2001:db8::7"},
        {"[2001:db8::7]:443", "2001:db8::7"},
        {"[2001:db8::7]", "2001:db8::7"},
        {"::ffff:203.0.113.7", "203.0.113.7"},
        {"fe80::1%eth0", "fe80::1"},
        {"unix:", ""},
        {"-", ""},
        {"", ""},
        {"client.example.com", ""},
        {"203.0.113", ""},
        {"[", ""},
        {"%", ""},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const std::optional<IpAddress> address = parse_log_address(row.text);
        CHECK((address ? address->to_string() : "") == row.expected);
    }
}

TEST_CASE("a line becomes the head that came over the wire", "[simulate]")
{
    LogLine line = sample_line();
    CHECK(request_of(line)->head == "GET /a?b=c HTTP/1.0\r\n\r\n");

    line.host = "api.test:8080";
    line.add_field("X-Api-Key", "k1");
    line.add_field("Content-Length", "17");
    line.add_field("Connection", "upgrade");
    line.add_field("Referer", "-");
    line.user = "anna";
    CHECK(request_of(line)->head == "GET /a?b=c HTTP/1.1\r\nHost: api.test:8080\r\n"
                                    "X-Api-Key: k1\r\nAuthorization: anna\r\n\r\n");
    line.add_field("authorization", "Bearer t");
    CHECK(request_of(line)->head == "GET /a?b=c HTTP/1.1\r\nHost: api.test:8080\r\n"
                                    "X-Api-Key: k1\r\nauthorization: Bearer t\r\n\r\n");
}

TEST_CASE("a host that is none is not told", "[simulate]")
{
    LogLine line = sample_line();
    line.host = "a b\r\nX: y";
    CHECK(request_of(line)->head == "GET /a?b=c HTTP/1.0\r\n\r\n");
}

TEST_CASE("no line can put a second line into a head", "[simulate]")
{
    const std::string breaks[] = {"x\r\ny: z", "x\ny", "x\ry", std::string("x\0y", 3)};
    for (const std::string& text : breaks) {
        LogLine by_method = sample_line();
        by_method.method = text;
        CHECK_FALSE(request_of(by_method));
        LogLine by_target = sample_line();
        by_target.target = "/" + text;
        CHECK_FALSE(request_of(by_target));
        LogLine by_value = sample_line();
        by_value.add_field("X-Key", text);
        CHECK_FALSE(request_of(by_value));
        LogLine by_name = sample_line();
        by_name.add_field(text, "v");
        CHECK_FALSE(request_of(by_name));
        LogLine by_user = sample_line();
        by_user.user = text;
        CHECK(request_of(by_user)->head == "GET /a?b=c HTTP/1.0\r\n\r\n");
    }
}

TEST_CASE("what a line lacks is said", "[simulate]")
{
    LogLine line = sample_line();
    line.time = "noon";
    CHECK(request_of(line).error().message == "its time cannot be read");
    line.time = "";
    CHECK(request_of(line).error().message == "there is no time");
    line = sample_line();
    line.client = "somebody";
    CHECK(request_of(line).error().message == "its client is not an IP address");
    line = sample_line();
    line.target = "";
    CHECK(request_of(line).error().message == "there is no request");
}
