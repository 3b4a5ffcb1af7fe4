#include "sample_routes.hpp"

#include "support/catch.hpp"

#include <functional>
#include <set>

using namespace weir;

namespace {

std::uint64_t id_of(const std::string& route_name, const LimitSettings& limit)
{
    RouteSettings route = route_for("/**");
    route.name = route_name;
    route.limits = {limit};
    return RouteTable({route}, {}).routes()[0].limits[0].id;
}

} // namespace

TEST_CASE("a limit keeps its id when only its numbers change", "[route]")
{
    LimitSettings changed = limit_named("burst");
    changed.limiter.rate = {1, std::chrono::hours(1)};
    changed.limiter.capacity = 7;
    changed.cost.units = 3;
    changed.status = 503;
    CHECK(id_of("r", changed) == id_of("r", limit_named("burst")));
}

TEST_CASE("a limit's id is the same in every process", "[route]")
{
    // Written down once: another number here means that every upgrade forgets what was used.
    CHECK(id_of("reports", limit_named("burst")) == 0x8d1b60e68dbb3ccc);
}

TEST_CASE("route, name, algorithm and key each make another limit", "[route]")
{
    using Change = std::function<void(LimitSettings&)>;
    const Change changes[] = {
        [](LimitSettings&) {},
        [](LimitSettings& limit) { limit.name = "other"; },
        [](LimitSettings& limit) { limit.limiter.algorithm = Algorithm::gcra; },
        [](LimitSettings& limit) { limit.key.missing = Missing::shared; },
        [](LimitSettings& limit) { limit.key.sources[0].ipv6_prefix = 56; },
        [](LimitSettings& limit) { limit.key.sources[0].ipv4_prefix = 24; },
        [](LimitSettings& limit) { limit.key.sources[0].name = "net"; },
        [](LimitSettings& limit) { limit.key.sources[0].kind = SourceSettings::Kind::global; },
        [](LimitSettings& limit) {
            limit.key.sources[0].kind = SourceSettings::Kind::header;
            limit.key.sources[0].argument = "A";
        },
        [](LimitSettings& limit) {
            limit.key.sources[0].kind = SourceSettings::Kind::header;
            limit.key.sources[0].argument = "A";
            limit.key.sources[0].normalize = {SourceSettings::Normalize::trim};
        },
        [](LimitSettings& limit) {
            limit.key.sources[0].kind = SourceSettings::Kind::header;
            limit.key.sources[0].argument = "A";
            limit.key.sources[0].normalize = {SourceSettings::Normalize::lowercase};
        },
        [](LimitSettings& limit) { limit.key.sources.push_back(limit.key.sources[0]); },
        [](LimitSettings& limit) {
            SourceSettings pair{.name = "ip", .kind = SourceSettings::Kind::combine};
            pair.parts = {limit.key.sources[0], limit.key.sources[0]};
            limit.key.sources = {pair};
        },
    };
    std::set<std::uint64_t> ids;
    for (const Change& change : changes) {
        LimitSettings limit = limit_named("burst");
        change(limit);
        ids.insert(id_of("reports", limit));
    }
    CHECK(ids.size() == std::size(changes));
    CHECK(ids.count(id_of("other", limit_named("burst"))) == 0);
    // Words do not run into each other.
    CHECK(id_of("ab", limit_named("c")) != id_of("a", limit_named("bc")));
}
