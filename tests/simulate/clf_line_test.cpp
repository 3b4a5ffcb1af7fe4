#include "support/catch.hpp"

#include "simulate/log_line.hpp"

using namespace weir;

TEST_CASE("Common and Combined Log Format are read, with what servers add to them", "[simulate]")
{
    struct Row {
        std::string line;
        std::string peer;
        std::string head;
        const char* why;
    };
    const Row rows[] = {
        {R"(127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326)",
         "127.0.0.1", "GET /apache_pb.gif HTTP/1.0\r\nAuthorization: frank\r\n\r\n",
         "the example of Apache's manual"},
        {R"(2001:db8::7 - - [01/Dec/2026:08:00:00 +0000] "POST /a HTTP/2.0" 429 - "-" "curl/8")",
         "2001:db8::7", "POST /a HTTP/1.0\r\nUser-Agent: curl/8\r\n\r\n", "combined, IPv6"},
        {R"(10.0.0.1 - - [01/Dec/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "-" "192.0.2.1")",
         "10.0.0.1", "GET / HTTP/1.0\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n",
         "the format of nginx's own example"},
        {R"(a.test:443 192.0.2.1 - - [01/Dec/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 5)",
         "192.0.2.1", "GET / HTTP/1.1\r\nHost: a.test:443\r\n\r\n", "with the virtual host"},
        {R"(192.0.2.1 - - [01/Dec/2026:08:00:00 +0000] "GET /a\x22b HTTP/1.1" 200 5)", "192.0.2.1",
         "GET /a\"b HTTP/1.0\r\n\r\n", "nginx's escape of a quote"},
        {R"(192.0.2.1 - - [01/Dec/2026:08:00:00 +0000] "GET /a\"b\\c HTTP/1.1" 200 5)", "192.0.2.1",
         "GET /a\"b\\c HTTP/1.0\r\n\r\n", "Apache's escapes"},
        {R"(192.0.2.1 - - [01/Dec/2026:08:00:00 +0000] "GET /\q\xZZ\x4 HTTP/1.1" 200 5)",
         "192.0.2.1", "GET /\\q\\xZZ\\x4 HTTP/1.0\r\n\r\n", "no escapes at all"},
        {R"(192.0.2.1 - - [01/Dec/2026:08:00:00 +0000] "GET /a b HTTP/1.1" 400 5)", "192.0.2.1",
         "GET /a b HTTP/1.0\r\n\r\n", "a blank in the target is for the parser of heads"},
        {R"(192.0.2.1 - anna b [x] [01/Dec/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 5)", "", "",
         "a bracket in the user's name"},
        {R"(192.0.2.1 - anna maria [01/Dec/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 5)",
         "192.0.2.1", "GET / HTTP/1.0\r\nAuthorization: anna maria\r\n\r\n",
         "a user's name with a blank"},
        {R"(192.0.2.1 - - [01/Dec/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "a\"b" more 0.3)",
         "192.0.2.1", "GET / HTTP/1.0\r\nUser-Agent: a\"b\r\n\r\n",
         "what follows is not looked at"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line, row.why);
        const Result<LoggedRequest> request = read_clf_line(row.line);
        CHECK(request.ok() == !row.head.empty());
        if (!request) continue;
        CHECK(request->peer.to_string() == row.peer);
        CHECK(request->head == row.head);
    }
}

TEST_CASE("lines that are none say why", "[simulate]")
{
    const std::string start = "192.0.2.1 - - [01/Dec/2026:08:00:00 +0000] ";
    struct Row {
        std::string line;
        const char* reason;
    };
    const Row rows[] = {
        {"garbage", "neither Common Log Format nor JSON"},
        {"[] \"", "neither"},
        {start, "neither"},
        {start + "\"GET / HTTP/1.1", "a quote is not closed"},
        {start + "\"GET / HTTP/1.1\\", "a quote is not closed"},
        {start + "\"GET / HTTP/1.1\\\" 200 5", "a quote is not closed"},
        {start + R"("\x16\x03\x01" 400 5)", "there is no request"},
        {start + R"("" 400 0)", "there is no request"},
        {start + R"("-" 408 0)", "there is no request"},
        {start + R"("GET /" 400 0)", "there is no request"},
        {start + R"(" / HTTP/1.1" 400 0)", "there is no request"},
        {start + R"("GET  HTTP/1.1" 400 0)", "there is no request"},
        {start + R"("GET / HTTP/1.1")", "what follows the request"},
        {start + R"("GET / HTTP/1.1" ok 5)", "what follows the request"},
        {start + R"("GET / HTTP/1.1" 200 5 "-" "open)", "what follows the request"},
        {start + R"("GET /\x0d\x0aX:\x20y HTTP/1.1" 400 5)", "a line break"},
        {R"(somebody - - [01/Dec/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 5)",
         "not an IP address"},
        {R"(192.0.2.1 - - [yesterday] "GET / HTTP/1.1" 200 5)", "its time cannot be read"},
        {R"( [01/Dec/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 5)", "not an IP address"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line);
        const Result<LoggedRequest> request = read_clf_line(row.line);
        REQUIRE_FALSE(request);
        CHECK_THAT(request.error().message, ContainsSubstring(row.reason));
    }
}
