// Methods: what routes take, and what Weir answers by itself.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"

using namespace weir;

TEST_CASE("methods find their routes, or 405 with Allow, or 404", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, R"(
routes:
  - { name: read, match: { methods: [GET], path: "/items/{id}" }, upstream: api }
  - { name: write, match: { methods: [PUT, DELETE], path: "/items/{id}" }, upstream: api }
  - { match: /any, upstream: api }
)");
    struct Row {
        const char* request_line;
        int status;
        const char* allow;
    };
    const Row rows[] = {
        {"GET /items/7", 200, ""},       {"HEAD /items/7", 200, ""},
        {"PUT /items/7", 200, ""},       {"POST /items/7", 405, "listed"},
        {"get /items/7", 405, "listed"}, {"GET /items/7/parts", 404, ""},
        {"GET /nowhere", 404, ""},       {"BREW /any", 200, ""},
        {"TRACE /any", 405, nullptr},    {"CONNECT b.test:443", 405, nullptr},
        {"OPTIONS *", 204, ""},
    };
    for (const Row& row : rows) {
        INFO(row.request_line);
        TestClient client(weir.port());
        const std::string line(row.request_line);
        const Response response =
            client.ask(line + " HTTP/1.1\r\nHost: a.test\r\nX-HTTP-Method-Override: PUT\r\n\r\n",
                       {.to_head = line.starts_with("HEAD ")});
        CHECK(response.status == row.status);
        if (row.status == 405) {
            CHECK(response.fields().has("Allow"));
            if (row.allow != nullptr) {
                for (const char* method : {"GET", "HEAD", "PUT", "DELETE"})
                    CHECK_THAT(response.field("Allow"), ContainsSubstring(method));
            }
        }
        if (row.status >= 400) {
            CHECK(response.field("Content-Type") == "application/problem+json");
            CHECK(response.field("Cache-Control") == "no-store");
            CHECK_THAT(response.body,
                       ContainsSubstring("\"status\":" + std::to_string(row.status)));
        }
    }
    CHECK(upstream.count() == 4);
}

TEST_CASE("Max-Forwards is counted down for OPTIONS, and answered at zero", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, "routes: [{ match: /**, upstream: api }]\n");
    TestClient client(weir.port());
    const auto options = [](const std::string& hops) {
        return "OPTIONS /x HTTP/1.1\r\nHost: a.test\r\nMax-Forwards: " + hops + "\r\n\r\n";
    };
    CHECK(client.ask(options("5")).status == 200);
    CHECK(upstream.last().field("Max-Forwards") == "4");
    const Response own = client.ask(options("0"));
    CHECK(own.status < 300);
    CHECK(upstream.count() == 1);
}
