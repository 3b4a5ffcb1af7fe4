#include "support/catch.hpp"

#include "sample_route.hpp"

#include <weir/limit/limiters.hpp>
#include <weir/simulate/simulation.hpp>

#include <algorithm>
#include <map>

using namespace weir;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t max_keys = 10'000;

SimulationReport run(const RouteSettings& route, const std::vector<Arrival>& arrivals)
{
    return simulate(route, arrivals, max_keys, false);
}

} // namespace

TEST_CASE("on the published trace each algorithm admits what was published", "[simulate]")
{
    const RouteSettings route = route_with({window_limit(Algorithm::fixed_window, 10, 1s),
                                            bucket_limit(Algorithm::token_bucket, {10, 1s}, 20)});
    const SimulationReport report =
        simulate(route, poisson_arrivals({6, 1s}, 30s, 42), max_keys, true);
    CHECK(report.arrivals == 184);
    CHECK(report.delayed == 0);

    std::map<std::string_view, std::uint64_t> admitted;
    for (const SimulationReport::Alone& alone : report.algorithms) {
        CHECK(alone.fault.empty());
        CHECK(alone.admitted + alone.refused == 184);
        admitted[algorithm_name(alone.numbers.algorithm)] = alone.admitted;
    }
    CHECK(admitted.size() == algorithms.size() - 1); // an arrival has no length: no concurrency
    CHECK(admitted["fixed_window"] == 178);
    CHECK(admitted["sliding_window_counter"] == 178);
    CHECK(admitted["token_bucket"] == 184);
    CHECK(admitted["gcra"] == 184);
    CHECK(admitted["leaky_bucket"] == 184);
}

TEST_CASE("an exact sliding window admits what a count over the trace says", "[simulate]")
{
    const std::vector<Arrival> arrivals = poisson_arrivals({6, 1s}, 30s, 42);
    const RouteSettings route = route_with({window_limit(Algorithm::sliding_window_log, 10, 1s)});

    std::vector<Duration> admitted;
    for (const Arrival& arrival : arrivals) {
        const auto in_window = std::count_if(admitted.begin(), admitted.end(),
                                             [&](Duration at) { return at > arrival.at - 1s; });
        if (in_window < 10) admitted.push_back(arrival.at);
    }
    CHECK(run(route, arrivals).admitted == admitted.size());
}

TEST_CASE("limits of a route decide all or nothing in a simulation too", "[simulate]")
{
    LimitSettings narrow = window_limit(Algorithm::fixed_window, 1, 1s);
    narrow.name = "narrow";
    const RouteSettings route =
        route_with({bucket_limit(Algorithm::token_bucket, {1, 1h}, 2), narrow});
    // The second is refused by the window and must not take the bucket's last token.
    const SimulationReport report = run(route, {{0s, "", 0}, {100ms, "", 0}, {1s, "", 0}});
    CHECK(report.admitted == 2);
    CHECK(report.refused == 1);
    REQUIRE(report.limits.size() == 2);
    CHECK(report.limits[0].name == "bucket");
    CHECK(report.limits[0].algorithm == "token_bucket");
    CHECK(report.limits[0].admitted == 3);
    CHECK(report.limits[1].admitted == 2);
    CHECK(report.limits[1].refused == 1);
}

TEST_CASE("callers and costs of arrivals count", "[simulate]")
{
    struct Row {
        std::vector<Arrival> arrivals;
        std::uint64_t admitted;
        const char* why;
    };
    const Row rows[] = {
        {{{0s, "a", 0}, {0s, "a", 0}, {0s, "a", 0}}, 2, "one caller has one bucket"},
        {{{0s, "a", 0}, {0s, "b", 0}, {0s, "a", 0}, {0s, "b", 0}}, 4, "two callers have two"},
        {{{0s, "", 0}, {0s, "", 0}, {0s, "", 0}}, 2, "callers without a name are one"},
        {{{0s, "a", 2}, {0s, "a", 1}}, 1, "a cost of two takes both tokens"},
        {{{0s, "a", 3}, {0s, "a", 1}},
         1,
         "more than the bucket holds is refused and takes nothing"},
        {{}, 0, "nothing comes of nothing"},
    };
    const RouteSettings route = route_with({bucket_limit(Algorithm::token_bucket, {1, 1h}, 2)});
    for (const Row& row : rows) {
        CAPTURE(row.why);
        const SimulationReport report = run(route, row.arrivals);
        CHECK(report.admitted == row.admitted);
        CHECK(report.admitted + report.refused == row.arrivals.size());
    }
}

TEST_CASE("the limit's own cost counts where an arrival has none", "[simulate]")
{
    LimitSettings limit = bucket_limit(Algorithm::token_bucket, {1, 1h}, 4);
    limit.cost.units = 2;
    const RouteSettings route = route_with({limit});
    CHECK(run(route, {{0s, "", 0}, {0s, "", 0}, {0s, "", 0}}).admitted == 2);
    CHECK(run(route, {{0s, "", 1}, {0s, "", 1}, {0s, "", 1}}).admitted == 3);
}

TEST_CASE("a run starts on the boundary of every window", "[simulate]")
{
    for (const Duration window :
         {Duration(1s), Duration(7min), Duration(24h), Duration(300 * 24h)}) {
        CAPTURE(window.count());
        const RouteSettings route = route_with({window_limit(Algorithm::fixed_window, 1, window)});
        CHECK(run(route, {{0s, "", 0}, {window - 1ns, "", 0}, {window, "", 0}}).admitted == 2);
    }
}

TEST_CASE("a route without limits admits everything and has nothing to compare", "[simulate]")
{
    const SimulationReport report = simulate(route_with({}), {{0s, "", 0}}, max_keys, true);
    CHECK(report.admitted == 1);
    CHECK(report.limits.empty());
    CHECK(report.algorithms.empty());
}
