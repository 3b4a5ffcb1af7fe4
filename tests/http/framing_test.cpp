#include "reading.hpp"

#include "support/catch.hpp"

using namespace weir;

namespace {

Reading read(const std::string& fields)
{
    return read_requests("POST / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n", whole());
}

} // namespace

TEST_CASE("Content-Length is one plain number", "[http]")
{
    struct Row {
        const char* value;
        bool valid;
    };
    const Row rows[] = {
        {"0", true},
        {"7", true},
        {"9999999999999999999", true},
        {"00", false},
        {"07", false},
        {"10000000000000000000", false},
        {"+7", false},
        {"-7", false},
        {"7,7", false},
        {"7 7", false},
        {"", false},
        {"7;", false},
        {"0x7", false},
        {"7.0", false},
        {"\"7\"", false},
        {"18446744073709551616", false},
    };
    for (const Row& row : rows) {
        INFO(row.value);
        CHECK(read(std::string("Content-Length: ") + row.value + "\r\n").fault ==
              (row.valid ? 0 : 400));
    }
    CHECK(read("Content-Length: 7\r\ncontent-length: 7\r\n").fault == 400);
}

TEST_CASE("a content length above 32 bits is not cut", "[http]")
{
    const HeadLimits limits;
    RequestHeadParser parser(limits);
    RequestHead head;
    parser.reset();
    const std::string bytes =
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999999999999\r\n\r\n";
    REQUIRE(parser.parse(bytes, head) == ParseStatus::complete);
    CHECK(head.content_length == 9999999999999999999u);
}

TEST_CASE("Transfer-Encoding is the word chunked", "[http]")
{
    struct Row {
        const char* value;
        int status;
    };
    const Row rows[] = {
        {"chunked", 0},
        {"CHUNKED", 0},
        {"\tchunked \t", 0},
        {"gzip, chunked", 501},
        {"gzip,deflate,chunked", 501},
        {"chunked, chunked", 400},
        {"chunked, gzip", 400},
        {"gzip", 400},
        {"identity", 400},
        {"chunked,", 400},
        {",chunked", 400},
        {"chunked;q=1", 400},
        {"\"chunked\"", 400},
        {"chunked chunked", 400},
        {"xchunked", 400},
        {"", 400},
        {"gzip;x, chunked", 400},
        {"chun\xEBked", 400},
    };
    for (const Row& row : rows) {
        INFO(row.value);
        CHECK(read(std::string("Transfer-Encoding: ") + row.value + "\r\n").fault == row.status);
    }
    CHECK(read("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n").fault == 400);
    CHECK(read("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n").fault == 400);
    CHECK(read_requests("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", whole()).fault ==
          400);
}

TEST_CASE("Connection names what is dropped, but never what Weir relies on", "[http]")
{
    const Reading reading =
        read("Connection: X-A, x-b,Authorization, Cookie,, Host, X-Real-IP\r\n"
             "Connection: Content-Length, X-Forwarded-For, Via, X-Request-Id\r\n"
             "X-A: 1\r\nX-B: 1\r\nX-C: 1\r\nAuthorization: 1\r\nCookie: 1\r\n"
             "X-Real-IP: 1\r\nX-Forwarded-For: 1\r\nVia: 1\r\n"
             "X-Request-Id: 1\r\nContent-Length: 0\r\n"
             "TE: trailers\r\nKeep-Alive: 1\r\nProxy-Connection: 1\r\n"
             "Upgrade: h2c\r\nHTTP2-Settings: 1\r\nProxy-Authorization: 1\r\n");
    REQUIRE(reading.messages.size() == 1);
    const ReadMessage& message = reading.messages[0];
    for (const char* name : {"Connection", "X-A", "X-B", "TE", "Keep-Alive", "Proxy-Connection",
                             "Upgrade", "HTTP2-Settings", "Proxy-Authorization"}) {
        INFO(name);
        CHECK_FALSE(message.has(name));
    }
    for (const char* name : {"Host", "X-C", "Authorization", "Cookie", "X-Real-IP",
                             "X-Forwarded-For", "Via", "X-Request-Id", "Content-Length"}) {
        INFO(name);
        CHECK(message.has(name));
    }
}

TEST_CASE("what Connection may name is bounded", "[http]")
{
    const auto list = [](int count) {
        std::string fields = "Connection: close";
        for (int i = 0; i < count; ++i)
            fields += ",x";
        return fields + "\r\n";
    };
    CHECK(read(list(64)).fault == 0);
    CHECK(read(list(65)).fault == 400);
}
