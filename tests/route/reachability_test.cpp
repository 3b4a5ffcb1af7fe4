#include "sample_routes.hpp"

#include "support/catch.hpp"

#include <random>

using namespace weir;

TEST_CASE("a route behind one that takes everything it would can never match", "[route]")
{
    struct Row {
        RouteSettings earlier;
        RouteSettings later;
        bool shadowed;
        const char* why;
    };
    const Row rows[] = {
        {route_for("/**"), route_for("/a"), true, "all paths"},
        {route_for("/**"), route_for("/"), true, "all paths, the root too"},
        {route_for("/a"), route_for("/a"), true, "the same"},
        {route_for("/a"), route_for("/a/"), true, "the same but for the slash"},
        {route_for("/{x}"), route_for("/a"), true, "any segment"},
        {route_for("/{x}"), route_for("/{y}"), true, "any segment by another name"},
        {route_for("/a"), route_for("/{x}"), false, "one of many"},
        {route_for("/api/**"), route_for("/api"), true, "the rest may be empty"},
        {route_for("/api/**"), route_for("/api/{x}/y"), true, "below"},
        {route_for("/api/**"), route_for("/**"), false, "more general"},
        {route_for("/api"), route_for("/api/**"), false, "only one of them"},
        {route_for("/{x}/**"), route_for("/**"), false, "the root is left"},
        {route_for("/{x}/**"), route_for("/a/**"), true, "more special"},
        {route_for("/a/b"), route_for("/a"), false, "longer"},
        {route_for("/a", {"GET"}), route_for("/a"), false, "other methods are left"},
        {route_for("/a"), route_for("/a", {"GET"}), true, "every method"},
        {route_for("/a", {"GET"}), route_for("/a", {"HEAD"}), true, "GET includes HEAD"},
        {route_for("/a", {"HEAD"}), route_for("/a", {"GET"}), false, "not the other way"},
        {route_for("/a", {"GET", "PUT"}), route_for("/a", {"PUT", "POST"}), false, "POST is left"},
        {route_for("/a", {}, "h.test"), route_for("/a"), false, "other hosts are left"},
        {route_for("/a"), route_for("/a", {}, "h.test"), true, "every host"},
        {route_for("/a", {}, "g.test"), route_for("/a", {}, "h.test"), false, "another host"},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        CHECK(shadowing_route({row.earlier, row.later}, 1, {}) == (row.shadowed ? 0 : -1));
        CHECK(shadowing_route({row.earlier, row.later}, 0, {}) == -1);
    }
}

TEST_CASE("the first of several shadowing routes is named", "[route]")
{
    CHECK(shadowing_route({route_for("/b"), route_for("/{x}"), route_for("/**"), route_for("/a")},
                          3, {}) == 1);
}

TEST_CASE("what paths treat as equal decides what shadows", "[route]")
{
    CHECK(shadowing_route({route_for("/a"), route_for("/a/")}, 1, distinct_slash()) == -1);
    CHECK(shadowing_route({route_for("/a/**"), route_for("/a/")}, 1, distinct_slash()) == 0);
    CHECK(shadowing_route({route_for("/A"), route_for("/a")}, 1, {}) == -1);
    CHECK(shadowing_route({route_for("/A"), route_for("/a")}, 1, ignoring_case()) == 0);
}

TEST_CASE("a shadowed route never matches, whatever comes", "[route][law]")
{
    std::mt19937_64 random(7);
    const auto pick = [&](std::initializer_list<const char*> choices) {
        return *(choices.begin() + random() % choices.size());
    };
    const auto pattern = [&] {
        std::string made;
        for (std::size_t left = random() % 4; left > 0; --left) {
            std::string segment = pick({"a", "b", "{?}"});
            if (segment == "{?}") segment = "{p" + std::to_string(left) + "}";
            made += "/" + segment;
        }
        return made + (made.empty() ? pick({"/", "/**"}) : pick({"", "", "/", "/**"}));
    };
    const auto path = [&] {
        std::string made;
        for (std::size_t left = random() % 5; left > 0; --left)
            made += pick({"/a", "/b", "/c"});
        return made + (made.empty() ? "/" : pick({"", "/"}));
    };
    int shadowed = 0;
    int matches = 0;
    for (int round = 0; round < 3'000; ++round) {
        const PathOptions paths = random() % 2 == 0 ? PathOptions{} : distinct_slash();
        const std::vector<RouteSettings> routes{route_for(pattern()), route_for(pattern())};
        const bool never = shadowing_route(routes, 1, paths) == 0;
        shadowed += never;
        const RouteTable table(routes, paths);
        for (int i = 0; i < 20; ++i) {
            const std::string asked = path();
            PathParams params;
            const RouteTable::Match match = table.match("GET", "", asked, params);
            if (match.route == nullptr || match.route->index == 0) continue;
            INFO(routes[0].match.path << " before " << routes[1].match.path << " on " << asked);
            REQUIRE_FALSE(never);
            ++matches;
        }
    }
    CHECK(shadowed > 100);
    CHECK(matches > 1'000);
}
