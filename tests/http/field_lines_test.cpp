#include "reading.hpp"

#include "support/catch.hpp"

using namespace weir;

namespace {

// Both parsers read field lines alike; `line` is put into a head of each.
bool accepted(const std::string& line)
{
    const Reading request =
        read_requests("GET / HTTP/1.1\r\nHost: a\r\n" + line + "\r\n\r\n", whole());
    const Reading answer =
        read_responses("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + line + "\r\n\r\n", whole());
    CHECK((request.fault == 0) == (answer.fault == 0));
    CHECK((request.fault == 0 || request.fault == 400));
    return request.fault == 0;
}

} // namespace

TEST_CASE("of all bytes, exactly those of a token may be in a field name", "[http]")
{
    const std::string token = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ:";
    for (int c = 0; c < 256; ++c) {
        INFO(c);
        CHECK(accepted(std::string("Xa") + static_cast<char>(c) + "b: v") ==
              (token.find(static_cast<char>(c)) != std::string::npos));
    }
}

TEST_CASE("of all bytes, exactly controls but the tab are refused in a field value", "[http]")
{
    for (int c = 0; c < 256; ++c) {
        // At each place of a sixteen-byte block, and behind the last whole one.
        for (std::size_t at = 0; at < 40; at += 3) {
            std::string value(40, 'v');
            value[at] = static_cast<char>(c);
            INFO(c << " at " << at);
            REQUIRE(accepted("X: " + value) == ((c >= 0x20 && c != 0x7F) || c == '\t'));
        }
    }
}

TEST_CASE("a field line that could be read in two ways is refused", "[http]")
{
    for (const char* line : {"X : v", "X\t: v", " X: v", "\tX: v", ": v", "X", "X v", "X: v\r\n w",
                             "X: v\r\n\tw", "X: v\n", "X: v\r", "X: v\rw", "X: v\r\r"})
        CHECK_FALSE(accepted(line));
}

TEST_CASE("blanks around a value do not belong to it", "[http]")
{
    const Reading reading =
        read_requests("GET / HTTP/1.1\r\nHost: a\r\nX: \t a \t b\t \r\nY:\t\r\n\r\n", whole());
    REQUIRE(reading.messages.size() == 1);
    CHECK(reading.messages[0].forwarded[1].second == "a \t b");
    CHECK(reading.messages[0].forwarded[2].second.empty());
}

TEST_CASE("a field spelled like one of ours with underscores is not forwarded", "[http]")
{
    const Reading reading = read_requests(
        "GET / HTTP/1.1\r\nHost: a\r\nX_Forwarded_For: 1.1.1.1\r\nx-real_ip: 1\r\n"
        "Content_Length: 9\r\nTRANSFER_ENCODING: chunked\r\naccess_token: 7\r\nX_Y: 1\r\n\r\n",
        whole());
    REQUIRE(reading.messages.size() == 1);
    const ReadMessage& message = reading.messages[0];
    CHECK(message.kind == BodyKind::none);
    CHECK(message.forwarded.size() == 3);
    CHECK(message.has("access_token"));
    CHECK(message.has("X_Y"));
}
