#include <weir/http/head_parser.hpp>

#include "support/catch.hpp"

using namespace weir;

namespace {

struct Parsed {
    ParseStatus status = ParseStatus::need_more;
    int fault = 0;
    ResponseHead head;
};

Parsed parse(std::string_view bytes)
{
    const HeadLimits limits;
    Parsed parsed;
    ResponseHeadParser parser(limits);
    parser.reset();
    parsed.status = parser.parse(bytes, parsed.head);
    if (parsed.status == ParseStatus::faulty) parsed.fault = parser.fault().status;
    return parsed;
}

} // namespace

TEST_CASE("an answer's framing follows its status and fields", "[http]")
{
    struct Row {
        const char* bytes;
        BodyKind body;
        bool keep_alive;
        bool has_length;
        const char* why;
    };
    const Row rows[] = {
        {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", BodyKind::length, true, true, "length"},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n", BodyKind::chunked, true, false,
         "chunks"},
        {"HTTP/1.1 200 OK\r\n\r\n", BodyKind::until_close, false, false, "neither"},
        {"HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", BodyKind::length, true, true, "no reason"},
        {"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", BodyKind::length,
         false, true, "asked for"},
        {"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", BodyKind::length, false, true, "1.0"},
        {"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n", BodyKind::length,
         true, true, "1.0 that persists"},
        {"HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", BodyKind::none, true, true,
         "the length it would have"},
        {"HTTP/1.1 204 No Content\r\n\r\n", BodyKind::none, true, false, "no body"},
        {"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n", BodyKind::none, true, false,
         "harmless, and not forwarded"},
        {"HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", BodyKind::none, false, false,
         "it may send those five bytes"},
        {"HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n", BodyKind::none, false,
         false, "it may send a last chunk"},
        {"HTTP/1.1 100 Continue\r\n\r\n", BodyKind::none, true, false, "interim"},
        {"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
         BodyKind::none, true, false, "a tunnel follows"},
    };
    for (const Row& row : rows) {
        INFO(row.bytes << row.why);
        const Parsed parsed = parse(row.bytes);
        REQUIRE(parsed.status == ParseStatus::complete);
        CHECK(parsed.head.body == row.body);
        CHECK(parsed.head.keep_alive == row.keep_alive);
        CHECK(parsed.head.has_content_length == row.has_length);
        CHECK(parsed.head.size == std::string_view(row.bytes).size());
    }
}

TEST_CASE("an ambiguous or malformed answer is a bad gateway", "[http]")
{
    const std::string ok = "HTTP/1.1 200 OK\r\n";
    const std::string rows[] = {
        "HTTP/2.0 200 OK\r\n",
        "http/1.1 200 OK\r\n",
        "\r\nHTTP/1.1 200 OK\r\n",
        "HTTP/1.1  200 OK\r\n",
        "HTTP/1.1 099 OK\r\n",
        "HTTP/1.1 2000 OK\r\n",
        "HTTP/1.1 20 OK\r\n",
        "HTTP/1.1 200 OK\n",
        "HTTP/1.1 200 O\001K\r\n",
        "HTTP/1.1 200 " + std::string(9000, 'x'),
        ok + "X : 1\r\n",
        ok + "X: 1\r\n 2\r\n",
        ok + "X: 1\n",
        ok + "X: " + std::string(40'000, 'x'),
        ok + "Content-Length: 5\r\nContent-Length: 5\r\n\r\n",
        ok + "Content-Length: 5, 5\r\n\r\n",
        ok + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        ok + "Transfer-Encoding: gzip, chunked\r\n\r\n",
        ok + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 304 Not Modified\r\nContent-Length: x\r\n\r\n",
    };
    for (const std::string& bytes : rows) {
        INFO(bytes.substr(0, 80));
        CHECK(parse(bytes).fault == 502);
    }
}

TEST_CASE("an answer's hop-by-hop fields stay visible and are marked", "[http]")
{
    const std::string bytes = "HTTP/1.1 200 Fine by me\r\nConnection: X-Hop, Set-Cookie2\r\n"
                              "X-Hop: 1\r\nUpgrade: h2c\r\nX-End: 2\r\nContent-Length: 0\r\n\r\n";
    const Parsed parsed = parse(bytes);
    REQUIRE(parsed.status == ParseStatus::complete);
    CHECK(parsed.head.reason == "Fine by me");
    REQUIRE(parsed.head.fields.size() == 5);
    const bool expected[] = {true, true, true, false, false};
    for (std::size_t i = 0; i < 5; ++i)
        CHECK(parsed.head.fields[i].hop_by_hop == expected[i]);
}
