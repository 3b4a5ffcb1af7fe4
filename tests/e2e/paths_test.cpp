// What is judged is what the upstream sees.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"

using namespace weir;

TEST_CASE("the canonical path is what the upstream sees, with the query as received", "[e2e]")
{
    struct Row {
        const char* sent;
        const char* seen; // nullptr: refused with 400
    };
    const Row rows[] = {
        {"/a/b", "/a/b"},
        {"/a/b/", "/a/b/"},
        {"//a///b", "/a/b"},
        {"/./a/../b", "/b"},
        {"/../../a", "/a"},
        {"/%61%2Db%7e", "/a-b~"},
        {"/a%3fb", "/a%3Fb"},
        {"/a/%2e%2E/b", "/b"},
        {"/a|b^c`d{e}", "/a%7Cb%5Ec%60d%7Be%7D"},
        {"/a?x=%61&y=//../|^`{}", "/a?x=%61&y=//../|^`{}"},
        {"/a?", "/a?"},
        {"/a;v=1/b", "/a;v=1/b"},
        {"/%2561", "/%2561"},
        {"http://a.test", "/"},
        {"http://a.test/x//y?q", "/x/y?q"},
        {"http://a.test?q=1", "/?q=1"},
        {"/a%2Fb", nullptr},
        {"/a%5Cb", nullptr},
        {"/a%00", nullptr},
        {"/a%0d%0aX:1", nullptr},
        {"/a\\b", nullptr},
        {"/a\"b", nullptr},
        {"/a<b", nullptr},
        {"/a#b", nullptr},
        {"/a%4", nullptr},
        {"/a%zz", nullptr},
        {"/caf\xe9", nullptr},
        {"/a?q=<b>", nullptr},
    };
    FakeUpstream upstream;
    RunningWeir weir(upstream, "routes: [{ match: /**, upstream: api }]\n");
    for (const Row& row : rows) {
        INFO(row.sent);
        const std::size_t before = upstream.count();
        TestClient client(weir.port());
        const Response response = client.ask(get(row.sent));
        CHECK(response.status == (row.seen == nullptr ? 400 : 200));
        REQUIRE(upstream.count() == before + (row.seen == nullptr ? 0 : 1));
        if (row.seen != nullptr) CHECK(upstream.last().target == row.seen);
    }
}

TEST_CASE("as_received forwards the path untouched, but still judges the canonical one", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, R"(
paths: { forward: as_received, encoded_slash: keep }
routes:
  - match: /login
    upstream: api
    limits: [{ key: ip, algorithm: fixed_window, limit: 1, window: 1h, align: key }]
  - { match: /**, upstream: api }
)");
    TestClient client(weir.port());
    CHECK(client.ask(get("/./%6Cogin")).status == 200);
    CHECK(upstream.last().target == "/./%6Cogin");
    CHECK(client.ask(get("//login/")).status == 429);
    CHECK(client.ask(get("/a%2Fb")).status == 200);
    CHECK(upstream.last().target == "/a%2Fb");
}
