#include "parsed_request.hpp"

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("the limits of a head hold to the byte", "[http]")
{
    const HeadLimits limits{.line = 20, .header_bytes = 26, .headers = 2};
    const std::string line = "GET /123456 HTTP/1.1"; // 20
    const std::string host = "Host: a.test\r\n";     // 14

    CHECK(fault_of(line + "\r\n" + host + "\r\n", limits) == 0);
    CHECK(fault_of("GET /1234567 HTTP/1.1\r\n" + host + "\r\n", limits) == 414);
    CHECK(fault_of("GET /1234567890123456789", limits) == 414);
    CHECK(fault_of(line + "\r\n" + host + "X: 12345678\r\n", limits) == 431); // one too many
    CHECK(fault_of(line + "\r\n" + host + "X: 1234567\r\n\r\n", limits) == 0);
    CHECK(fault_of(line + "\r\n" + host + "X: 123456789\r\n\r\n", limits) == 431);
    CHECK(fault_of(line + "\r\n" + host + "X: 1234567890123", limits) == 431);
    CHECK(fault_of(line + "\r\n" + host + "X: 1\r\nY", limits) == 431);
    CHECK(fault_of(line + "\r\n" + host + "X: 1\r\n\r", limits) == 0);
}

TEST_CASE("a fault is reported before the head is complete", "[http]")
{
    CHECK(fault_of("GET / HTTP/1.1\r\nHost: a.test\r\nX : 1") == 400);
    CHECK(fault_of("GET / HTTP/1.1\n") == 400);
    CHECK(fault_of("GET / HTTP/1.1\r\nX: a\n") == 400);
    CHECK(fault_of("GET /" + std::string(9000, 'a')) == 414);
    CHECK(fault_of(std::string(9000, 'a')) == 501);
}

TEST_CASE("a large head that comes byte by byte is complete with its last byte", "[http]")
{
    const std::string bytes = get("X: " + std::string(32'000, 'v') + "\r\n");
    const HeadLimits limits;
    RequestHeadParser parser(limits);
    RequestHead head;
    parser.reset();
    for (std::size_t size = 1; size < bytes.size(); ++size)
        REQUIRE(parser.parse(std::string_view(bytes).substr(0, size), head) ==
                ParseStatus::need_more);
    CHECK(parser.parse(bytes, head) == ParseStatus::complete);
}

TEST_CASE("a parser reused after reset forgets the head before", "[http]")
{
    const HeadLimits limits;
    RequestHeadParser parser(limits);
    RequestHead head;
    parser.reset();
    const std::string first = "POST http://b.test/x?y HTTP/1.0\r\nContent-Length: 3\r\n"
                              "Connection: keep-alive\r\n\r\n";
    REQUIRE(parser.parse(first, head) == ParseStatus::complete);
    parser.reset();
    const std::string second = get("");
    REQUIRE(parser.parse(second, head) == ParseStatus::complete);
    CHECK(head.body == BodyKind::none);
    CHECK(head.content_length == 0);
    CHECK(head.minor_version == 1);
    CHECK_FALSE(head.absolute_form);
    CHECK_FALSE(head.has_query);
    CHECK(head.authority == "a.test");
    CHECK(head.fields.size() == 1);
}
