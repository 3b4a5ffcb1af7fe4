#include "sample_routes.hpp"

#include "support/catch.hpp"

using namespace weir;

namespace {

// The name of the route that takes the request; "405" or "404" when none does.
std::string routed(const RouteTable& table, const char* method, const char* host, const char* path)
{
    PathParams params;
    const RouteTable::Match match = table.match(method, host, path, params);
    if (match.route == nullptr) {
        CHECK(params.count == 0);
        return match.path_known ? "405" : "404";
    }
    CHECK(match.route == &table.routes()[match.route->index]);
    return match.route->settings.name;
}

} // namespace

TEST_CASE("the first route that takes host, path and method is the one", "[route]")
{
    const RouteTable table({route_for("/reset", {"POST"}, "api.example.com"),
                            route_for("/reset", {"POST"}), route_for("/v1/{id}", {"GET"}),
                            route_for("/v1/special", {"GET", "PUT"}),
                            route_for("/v1/**", {"PATCH"})},
                           {});
    struct Row {
        const char* method;
        const char* host;
        const char* path;
        const char* expected;
        const char* why;
    };
    const Row rows[] = {
        {"POST", "api.example.com", "/reset", "/reset", "host and method"},
        {"POST", "other.example", "/reset", "/reset", "the route for all hosts"},
        {"GET", "other.example", "/reset", "405", "path known, method not"},
        {"GET", "a", "/v1/special", "/v1/{id}", "first, not best"},
        {"PUT", "a", "/v1/special", "/v1/special", "the first lacks the method, the second has it"},
        {"PUT", "a", "/v1/other", "405", "only others have it"},
        {"PATCH", "a", "/v1/x/y", "/v1/**", "the last"},
        {"GET", "a", "/v1/x/y", "405", "the path of the last"},
        {"GET", "a", "/v2", "404", "no such path"},
        {"GET", "", "/v2", "404", "no host at all"},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        CHECK(routed(table, row.method, row.host, row.path) == row.expected);
    }
}

TEST_CASE("a host is compared whole", "[route]")
{
    const RouteTable table({route_for("/", {}, "api.example.com")}, {});
    CHECK(routed(table, "GET", "api.example.com", "/") == "/");
    CHECK(routed(table, "GET", "xapi.example.com", "/") == "404");
    CHECK(routed(table, "GET", "api.example.com.evil.test", "/") == "404");
    CHECK(routed(table, "GET", "", "/") == "404");
}

TEST_CASE("params are those of the route that matched", "[route]")
{
    const RouteTable table(
        {route_for("/{a}/{b}/x"), route_for("/{c}/{d}", {"POST"}), route_for("/{e}/**")},
        ignoring_case());
    PathParams params;
    REQUIRE(table.match("GET", "", "/1/2", params).route != nullptr);
    REQUIRE(params.count == 1);
    CHECK(params.find("e")->value == "1");
    CHECK(params.find("a") == nullptr);
    CHECK(params.ignore_case);
}

TEST_CASE("a table may be moved and its names stay in place", "[route]")
{
    RouteTable first({route_for("/{a}")}, {});
    PathParams params;
    REQUIRE(first.match("GET", "", "/1", params).route != nullptr);
    const RouteTable second(std::move(first));
    CHECK(params.items[0].name == "a");
    REQUIRE(second.match("GET", "", "/2", params).route != nullptr);
    CHECK(params.find("a")->value == "2");
}

TEST_CASE("routes carry their limits ready to decide", "[route]")
{
    RouteSettings settings = route_for("/a");
    settings.limits = {limit_named("burst"), limit_named("daily")};
    const RouteTable table({route_for("/b"), settings}, {});
    REQUIRE(table.routes().size() == 2);
    const Route& route = table.routes()[1];
    CHECK(route.index == 1);
    CHECK(route.settings == settings);
    REQUIRE(route.limits.size() == 2);
    CHECK(route.limits[0].settings == settings.limits[0]);
    CHECK(route.limits[0].id != route.limits[1].id);
}

TEST_CASE("a table without routes matches nothing", "[route]")
{
    const RouteTable table({}, {});
    CHECK(routed(table, "GET", "a", "/") == "404");
    CHECK(table.allowed_methods("a", "/") == "");
}
