#include "sample_routes.hpp"

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("a route takes the methods it names, and HEAD with GET", "[route]")
{
    const RouteTable table({route_for("/get", {"GET"}), route_for("/head", {"HEAD"}),
                            route_for("/all"), route_for("/two", {"POST", "PUT"})},
                           {});
    const auto takes = [&](const char* path, const char* method) {
        PathParams params;
        return table.match(method, "", path, params).route != nullptr;
    };
    CHECK(takes("/get", "GET"));
    CHECK(takes("/get", "HEAD"));
    CHECK_FALSE(takes("/get", "POST"));
    CHECK_FALSE(takes("/get", "get"));
    CHECK_FALSE(takes("/get", "GETS"));
    CHECK_FALSE(takes("/get", ""));
    CHECK(takes("/head", "HEAD"));
    CHECK_FALSE(takes("/head", "GET"));
    CHECK(takes("/all", "BREW"));
    CHECK(takes("/two", "PUT"));
    CHECK_FALSE(takes("/two", "GET"));
}

TEST_CASE("the methods of all routes on a path are allowed there", "[route]")
{
    const RouteTable table({route_for("/a", {"POST"}), route_for("/a", {"GET", "POST"}),
                            route_for("/{x}", {"HEAD", "DELETE"}),
                            route_for("/a", {"PUT"}, "other.test")},
                           {});
    CHECK(table.allowed_methods("a.test", "/a") == "POST, GET, HEAD, DELETE");
    CHECK(table.allowed_methods("other.test", "/a") == "POST, GET, HEAD, DELETE, PUT");
    CHECK(table.allowed_methods("a.test", "/b") == "HEAD, DELETE");
    CHECK(table.allowed_methods("a.test", "/b/c") == "");
}
