#include "parsed_request.hpp"

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("a request head is split into its parts without copying", "[http]")
{
    const std::string bytes = "\r\nPOST /a/b?x=1&y HTTP/1.1\r\nHost: A.test:81\r\n"
                              "Content-Length:  12 \t\r\nX-Empty:\r\n\r\nhello";
    const ParsedRequest parsed = parse(bytes);
    const RequestHead& head = parsed.head;
    REQUIRE(parsed.status == ParseStatus::complete);
    CHECK(head.method == "POST");
    CHECK(head.target == "/a/b?x=1&y");
    CHECK(head.path == "/a/b");
    CHECK(head.query == "x=1&y");
    CHECK(head.has_query);
    CHECK(head.authority == "A.test:81");
    CHECK_FALSE(head.absolute_form);
    CHECK(head.body == BodyKind::length);
    CHECK(head.content_length == 12);
    CHECK(head.keep_alive);
    CHECK(head.size == bytes.size() - 5);
    REQUIRE(head.fields.size() == 3);
    CHECK(head.fields[1].name == "Content-Length");
    CHECK(head.fields[1].value == "12");
    CHECK(head.fields[1].id == FieldId::content_length);
    CHECK(head.fields[2].value.empty());
    CHECK(head.method.data() == bytes.data() + 2);
}

TEST_CASE("each fault of a request head has its status", "[http]")
{
    struct Row {
        std::string bytes;
        int status;
    };
    const std::string m32(32, 'M');
    const Row rows[] = {
        {"\x16\x03\x01", 400}, // a TLS hello: refused before any line end
        {"\n", 400},
        {"\r\r", 400},
        {"\r\n\r\n\r\n\r\n\r\nGET", 400},
        {m32 + " / HTTP/1.1\r\nHost: a\r\n\r\n", 0},
        {m32 + "M", 501},
        {"GET / HTTP/2.0\r\n", 505},
        {"GET / HTTP/1.2\r\nHost: a\r\n\r\n", 0},
        {"GET / http/1.1\r\n", 400},
        {"GET / HTTP/1.1 \r\n", 400},
        {"GET\t/ HTTP/1.1\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n: a\r\n", 400},
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.0\r\n\r\n", 0},
        {"GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", 400},
        {"GET / HTTP/1.0\r\nHost: a b\r\n\r\n", 400},
        {"GET http://b.test/ HTTP/1.1\r\n\r\n", 400},
        {"GET http://b.test/ HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
        {get("Transfer-Encoding: gzip, chunked\r\n"), 501},
        {get("Transfer-Encoding: gzip\r\n"), 400},
        {get("Expect: 100-continue\r\n"), 0},
        {get("Expect: 200-ok\r\n"), 417},
        {get("Expect:\r\n"), 417},
        {"GET / HTTP/1.0\r\nExpect: 200-ok\r\n\r\n", 0},
    };
    for (const Row& row : rows) {
        INFO(row.bytes);
        CHECK(fault_of(row.bytes) == row.status);
    }
}

TEST_CASE("a connection's fate follows version and Connection", "[http]")
{
    struct Row {
        const char* version;
        const char* fields;
        bool keep_alive;
    };
    const Row rows[] = {
        {"1.1", "", true},
        {"1.1", "Connection: close\r\n", false},
        {"1.1", "Connection: , ,CLOSE,\r\n", false},
        {"1.1", "Connection: x\r\nConnection: close\r\n", false},
        {"1.1", "Connection: keep-alive, close\r\n", false},
        {"1.0", "", false},
        {"1.0", "Connection: Keep-Alive\r\n", true},
        {"1.0", "Connection: keep-alive, close\r\n", false},
    };
    for (const Row& row : rows) {
        INFO(row.version << " " << row.fields);
        const std::string bytes =
            std::string("GET / HTTP/") + row.version + "\r\nHost: a\r\n" + row.fields + "\r\n";
        const ParsedRequest parsed = parse(bytes);
        REQUIRE(parsed.status == ParseStatus::complete);
        CHECK(parsed.head.keep_alive == row.keep_alive);
    }
}

TEST_CASE("an expectation counts only with content and in HTTP/1.1", "[http]")
{
    struct Row {
        std::string bytes;
        bool expects;
    };
    const Row rows[] = {
        {get("Expect: 100-Continue\r\nContent-Length: 1\r\n"), true},
        {get("Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n"), true},
        {get("Expect: 100-continue\r\nContent-Length: 0\r\n"), false},
        {get("Expect: 100-continue\r\n"), false},
        {"POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n", false},
    };
    for (const Row& row : rows) {
        INFO(row.bytes);
        const ParsedRequest parsed = parse(row.bytes);
        REQUIRE(parsed.status == ParseStatus::complete);
        CHECK(parsed.head.expects_continue == row.expects);
        CHECK(parsed.head.find(FieldId::expect)->hop_by_hop != row.expects);
    }
}

TEST_CASE("a WebSocket upgrade is a GET in 1.1 that names it in both fields", "[http]")
{
    struct Row {
        std::string bytes;
        bool upgrades;
    };
    const std::string both = "Connection: keep-alive, Upgrade\r\nUpgrade: h2c, WebSocket\r\n";
    const Row rows[] = {
        {get(both), true},
        {get("Upgrade: websocket\r\n"), false},
        {get("Connection: upgrade\r\n"), false},
        {get("Connection: upgrade\r\nUpgrade: h2c\r\n"), false},
        {get("Connection: upgrade\r\nUpgrade: websocket2\r\n"), false},
        {get(both + "Content-Length: 3\r\n"), false},
        {get(both + "Content-Length: 0\r\n"), true},
        {"POST / HTTP/1.1\r\nHost: a\r\n" + both + "\r\n", false},
        {"GET / HTTP/1.0\r\nHost: a\r\n" + both + "\r\n", false},
    };
    for (const Row& row : rows) {
        INFO(row.bytes);
        const ParsedRequest parsed = parse(row.bytes);
        REQUIRE(parsed.status == ParseStatus::complete);
        CHECK(parsed.head.upgrades_websocket == row.upgrades);
    }
}

TEST_CASE("a parser has started once there is more than empty lines", "[http]")
{
    const HeadLimits limits;
    RequestHeadParser parser(limits);
    RequestHead head;
    parser.reset();
    for (const char* bytes : {"", "\r", "\r\n", "\r\n\r"}) {
        CHECK(parser.parse(bytes, head) == ParseStatus::need_more);
        CHECK_FALSE(parser.started());
    }
    CHECK(parser.parse("\r\n\r\nG", head) == ParseStatus::need_more);
    CHECK(parser.started());
    parser.reset();
    CHECK_FALSE(parser.started());
}
