#include "support/catch.hpp"

#include "simulate/log_line.hpp"

using namespace weir;

namespace {

const Instant moment{std::chrono::seconds(1'796'112'000)}; // 2026-12-01T08:00:00Z

} // namespace

TEST_CASE("JSON lines are read with the field names of many servers", "[simulate]")
{
    struct Row {
        const char* line;
        const char* peer;
        const char* head;
        const char* why;
    };
    const Row rows[] = {
        {R"({"ts":"2026-12-01T08:00:00.000Z","type":"access","request_id":"e48b",
             "client":"192.0.2.1","method":"GET","target":"/a?b=c",
             "route":"r","status":200,"bytes":5,"us":80})",
         "192.0.2.1", "GET /a?b=c HTTP/1.0\r\n\r\n", "Weir"},
        {R"({"time_iso8601":"2026-12-01T09:00:00+01:00","remote_addr":"192.0.2.1",
             "request":"GET /a?b=c HTTP/1.1","http_host":"a.test","remote_user":"anna",
             "http_user_agent":"curl/8","http_x_api_key":"k1","status":"200"})",
         "192.0.2.1",
         "GET /a?b=c HTTP/1.1\r\nHost: a.test\r\nuser-agent: curl/8\r\nx-api-key: k1\r\n"
         "Authorization: anna\r\n\r\n",
         "nginx"},
        {R"({"msec":"1796112000.000","remote_addr":"192.0.2.1","request_method":"GET",
             "uri":"/index.html","request_uri":"/a?b=c","host":"a.test","remote_user":"-"})",
         "192.0.2.1", "GET /a?b=c HTTP/1.1\r\nHost: a.test\r\n\r\n",
         "nginx's request_uri is what came, its uri is not"},
        {R"({"msec":"1796112000","remote_addr":"192.0.2.1","request_method":"GET","uri":"/a",
             "args":"b=c"})",
         "192.0.2.1", "GET /a?b=c HTTP/1.0\r\n\r\n", "the query apart"},
        {R"({"level":"info","ts":1796112000.0,"logger":"http.log.access","msg":"handled request",
             "request":{"remote_ip":"192.0.2.1","client_ip":"192.0.2.1","proto":"HTTP/2.0",
             "method":"GET","host":"a.test","uri":"/a?b=c","headers":{"User-Agent":["curl/8"],
             "X-Api-Key":["k1","k2"],"Authorization":["REDACTED"]}},"user_id":"anna",
             "status":200})",
         "192.0.2.1",
         "GET /a?b=c HTTP/1.1\r\nHost: a.test\r\nUser-Agent: curl/8\r\nX-Api-Key: k1\r\n"
         "X-Api-Key: k2\r\nAuthorization: anna\r\n\r\n",
         "Caddy, with a field that came twice and one that it hides"},
        {R"({"StartUTC":"2026-12-01T08:00:00.000000000Z","time":"2026-12-01T08:00:09Z",
             "ClientHost":"192.0.2.1","ClientAddr":"192.0.2.1:5000","ClientUsername":"-",
             "RequestMethod":"GET","RequestPath":"/a?b=c","RequestHost":"a.test",
             "request_X-Api-Key":"k1"})",
         "192.0.2.1", "GET /a?b=c HTTP/1.1\r\nHost: a.test\r\nX-Api-Key: k1\r\n\r\n", "Traefik"},
        {R"({"start_time":"2026-12-01T08:00:00.000Z","downstream_remote_address":"192.0.2.1:5000",
             "method":"GET","path":"/a?b=c","authority":"a.test","user_agent":"curl/8",
             "x_forwarded_for":"198.51.100.1","duration":5})",
         "192.0.2.1",
         "GET /a?b=c HTTP/1.1\r\nHost: a.test\r\nUser-Agent: curl/8\r\n"
         "X-Forwarded-For: 198.51.100.1\r\n\r\n",
         "Envoy"},
        {R"({"timestamp":1796112000000,"client_ip":"192.0.2.1","method":"GET","path":"/\u0022"})",
         "192.0.2.1", "GET /\" HTTP/1.0\r\n\r\n", "milliseconds, and an escape"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.why);
        const auto request = read_json_line(row.line);
        REQUIRE(request);
        REQUIRE(*request);
        CHECK((*request)->at == moment);
        CHECK((*request)->peer.to_string() == row.peer);
        CHECK((*request)->head == row.head);
    }
}

TEST_CASE("JSON lines about something else are passed over", "[simulate]")
{
    const char* const lines[] = {
        R"({"ts":"2026-12-01T08:00:00.000Z","type":"decision","route":"r","method":"GET"})",
        R"({"ts":"2026-12-01T08:00:00.000Z","level":"info","message":"listening"})",
        R"({"level":"info","ts":1796112000.0,"msg":"serving initial configuration"})",
        "{}",
    };
    for (const char* line : lines) {
        CAPTURE(line);
        const auto request = read_json_line(line);
        REQUIRE(request);
        CHECK_FALSE(*request);
    }
}

TEST_CASE("JSON lines that cannot be read say why", "[simulate]")
{
    struct Row {
        std::string line;
        const char* reason;
    };
    const Row rows[] = {
        {"{", "not a JSON object"},
        {"[]", "not a JSON object"},
        {"{\"method\":\"GET\"", "not a JSON object"},
        {"{\"target\":\"\xff\"}", "not a JSON object"},
        {std::string(100'000, '['), "not a JSON object"},
        {R"({"method":"GET","target":"/"})", "there is no time"},
        {R"({"method":"GET","target":"/","ts":true,"client":"192.0.2.1"})", "there is no time"},
        {R"({"method":"GET","target":"/","ts":1e300,"client":"192.0.2.1"})", "time"},
        {R"({"method":"GET","target":"/","ts":-5,"client":"192.0.2.1"})", "time"},
        {R"({"method":"GET","target":"/","ts":1796112000})", "not an IP address"},
        {R"({"method":"GET","target":7,"ts":1796112000,"client":"192.0.2.1"})",
         "there is no request"},
        {R"({"request":"-","ts":1796112000,"client":"192.0.2.1"})", "there is no request"},
        {R"({"method":"GET","target":"/\r\nX: y","ts":1796112000,"client":"192.0.2.1"})",
         "a line break"},
        {R"({"method":"GET","target":"/","ts":1796112000,"client":"192.0.2.1",
             "headers":{"X-Key":"a\r\nX-Key: b"}})",
         "a line break"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line.substr(0, 100));
        const auto request = read_json_line(row.line);
        REQUIRE_FALSE(request);
        CHECK_THAT(request.error().message, ContainsSubstring(row.reason));
    }
}

TEST_CASE("deeply nested and very wide JSON is borne", "[simulate]")
{
    std::string deep = R"({"method":"GET","target":"/","ts":1796112000,"client":"192.0.2.1","x":)";
    const std::string nested = std::string(200'000, '[') + std::string(200'000, ']');
    CHECK(read_json_line(deep + nested + "}"));

    std::string wide = R"({"method":"GET","target":"/","ts":1796112000,"client":"192.0.2.1")";
    for (int i = 0; i < 50'000; ++i)
        wide += ",\"http_x" + std::to_string(i) + "\":\"v\"";
    CHECK(read_json_line(wide + "}"));
}
