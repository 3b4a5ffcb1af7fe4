#include "loading.hpp"
#include "support/catch.hpp"

using namespace weir;

namespace {

// One route in flow style, whose first field starts in line 4, column 7.
std::string with_route(const std::string& fields)
{
    return "listen: 0.0.0.0:8080\nupstreams: { api: 127.0.0.1:9000 }\nroutes:\n  - { " + fields +
           " }\n";
}

} // namespace

TEST_CASE("a wrong route says what is accepted", "[config]")
{
    struct Row {
        std::string fields;
        std::string fault; // behind "weir.yaml:4:"
    };
    const Row rows[] = {
        {"upstream: api", "5: routes[0]: 'match' is missing; write a path, such as 'match: /**'"},
        {"match: /a", "5: routes[0]: 'upstream' is missing; write the name of one of 'upstreams:'"},
        {"match: /a, upstream: ap",
         "28: routes[0].upstream: unknown upstream 'ap'; did you mean 'api'?"},
        {"match: /a, upstream: something",
         "28: routes[0].upstream: unknown upstream 'something'; there is api"},
        {"match: [/a], upstream: api", "14: routes[0].match: found a list; write a path such as "
                                       "/api/**, or { methods, path, host }"},
        {"match: { methods: [GET] }, upstream: api",
         "7: routes[0].match: 'path' is missing; write a path such as /api/**, or /** for all"},
        {"match: { path: /a, methods: [get] }, upstream: api",
         "36: routes[0].match.methods[0]: 'get' is not a method; they are in capitals: GET"},
        {"match: { path: /a, methods: [] }, upstream: api",
         "35: routes[0].match.methods: an empty list; leave it out to match every method"},
        {"match: { path: /a, methods: \"G T\" }, upstream: api",
         "35: routes[0].match.methods: 'G T' is not a method; write one such as GET"},
        {"match: { path: /a, methods: TRACE }, upstream: api",
         "35: routes[0].match.methods: TRACE is never let through, so no route can match it"},
        {"match: { path: /a, host: \"*.example\" }, upstream: api",
         "32: routes[0].match.host: '*.example' is not a host name; write one without port and "
         "wildcard, such as api.example.com"},
        {"match: { path: /a, host: \"a.example:80\" }, upstream: api",
         "32: routes[0].match.host: 'a.example:80' is not a host name; write one without port and "
         "wildcard, such as api.example.com"},
        {"match: /a, upstream: api, priority: critical",
         "43: routes[0].priority: 'critical' is not in this version of weir yet; write normal or "
         "leave "
         "'priority' out"},
        {"match: /a, upstream: api, mode: watch",
         "39: routes[0].mode: 'watch' is unknown; write enforce or shadow"},
        {"match: /a, upstream: api, require: consumer",
         "33: routes[0].require: 'require' is not in this version of weir yet"},
        {"match: /a, upstream: api, exempt: [10.0.0.0/33]",
         "42: routes[0].exempt[0]: '10.0.0.0/33' is not a network; write an address such as "
         "192.0.2.7 or a network such as 192.0.2.0/24"},
        {"match: /a, upstream: api, exempt: [consumer:monitoring]",
         "42: routes[0].exempt[0]: consumers are not in this version of weir yet; write networks"},
        {"match: /a, upstream: api, cors: true", "39: routes[0].cors: 'true' is not in this "
                                                 "version of weir yet; write false or leave 'cors' "
                                                 "out"},
        {"match: /a, upstream: api, ban: { after: 1 }",
         "33: routes[0].ban: 'ban' is not in this version of weir yet"},
        {"match: /a, upstream: api, idempotency: { ttl: 1h }",
         "33: routes[0].idempotency: 'idempotency' is not in this version of weir yet"},
        {"match: /a, upstream: api, limit: []",
         "33: routes[0]: unknown field 'limit'; did you mean 'limits'?"},
        {"match: /a, upstream: api, limits: { key: ip }",
         "41: routes[0].limits: found a map; write a list"},
    };
    for (const Row& row : rows) {
        INFO(row.fields);
        CHECK(faults_of(with_route(row.fields)) == "weir.yaml:4:" + row.fault + "\n");
    }
}

TEST_CASE("a pattern that is none is refused with its fault", "[config]")
{
    for (const std::string pattern : {"a", "/a/**/b", "/a/b{id}", "/a//b", "/%7Ea"}) {
        INFO(pattern);
        CHECK_THAT(faults_of(with_route("upstream: api, match: \"" + pattern + "\"")),
                   ContainsSubstring("weir.yaml:4:29: routes[0].match: '" + pattern +
                                     "' is not a path pattern: "));
    }
}

TEST_CASE("a route is read whole", "[config]")
{
    const Loaded loaded =
        load(with_route("match: { methods: [GET, PURGE, GET], path: \"/v1/{id}\", "
                        "host: API.example.com. }, upstream: api, limits: [], "
                        "priority: normal, mode: enforce, cors: false"));
    REQUIRE(loaded.settings);
    const RouteSettings& route = loaded.settings->routes[0];
    CHECK(route.name == "/v1/{id}");
    CHECK(route.match == MatchSettings{{"GET", "PURGE"}, "/v1/{id}", "api.example.com"});
    CHECK(route.upstream == "api");
    CHECK(route.limits.empty());
}

TEST_CASE("unnamed routes are called by their pattern and never take a given name", "[config]")
{
    const Loaded loaded = load(with_route("match: { path: /a, methods: [GET] }, upstream: api") +
                               "  - { match: { path: /a, methods: [PUT] }, upstream: api }\n"
                               "  - { match: /b, upstream: api, name: /a-2 }\n");
    REQUIRE(loaded.settings);
    CHECK(loaded.settings->routes[0].name == "/a");
    CHECK(loaded.settings->routes[1].name == "/a-3");
    CHECK(loaded.settings->routes[2].name == "/a-2");
}

TEST_CASE("C26: two routes of one name are refused with the line of the first", "[config]")
{
    CHECK(faults_of(with_route("match: /a, upstream: api, name: r") +
                    "  - { match: /b, upstream: api, name: r }\n") ==
          "weir.yaml:5:39: routes[1].name: another route is called 'r' already, in line 4\n");
}
