#include "support/catch.hpp"

#include "sample_route.hpp"

#include <weir/simulate/simulation.hpp>

#include <algorithm>

using namespace weir;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t max_keys = 1000;

SimulationReport recorded(const RouteSettings& route, const std::vector<Arrival>& arrivals)
{
    return simulate(route, arrivals, max_keys, /*compare=*/false, /*with_history=*/true);
}

} // namespace

TEST_CASE("a history adds up to the counts", "[simulate]")
{
    const std::vector<Arrival> arrivals = poisson_arrivals({20, 1s}, 5min, 3);
    const SimulationReport report =
        recorded(route_with({window_limit(Algorithm::fixed_window, 15, 1s)}), arrivals);
    REQUIRE(report.history);
    History::Bucket sum;
    for (const History::Bucket& bucket : report.history->buckets) {
        CHECK(bucket.arrivals == bucket.admitted + bucket.refused);
        sum.arrivals += bucket.arrivals;
        sum.admitted += bucket.admitted;
        sum.refused += bucket.refused;
    }
    CHECK(sum.arrivals == report.arrivals);
    CHECK(sum.admitted == report.admitted);
    CHECK(sum.refused == report.refused);
    CHECK(report.refused > 0);
}

TEST_CASE("buckets are few and of a width that reads well", "[simulate]")
{
    struct Row {
        Duration length;
        Duration width;
    };
    const Row rows[] = {{0s, 1ms},  {100ms, 1ms}, {30s, 500ms},    {1min, 1s},
                        {1h, 1min}, {24h, 15min}, {24h * 30, 12h}, {24h * 366 * 50, 24h * 154}};
    for (const Row& row : rows) {
        CAPTURE(row.length.count());
        const SimulationReport report =
            recorded(route_with({window_limit(Algorithm::fixed_window, 15, 1s)}),
                     {{0s, "", 0}, {row.length, "", 0}});
        CHECK(report.history->bucket == row.width);
        CHECK(report.history->buckets.size() <= History::most_buckets);
        CHECK(report.history->buckets.front().arrivals + report.history->buckets.back().arrivals >=
              2);
    }
}

TEST_CASE("the key with the most requests is followed, down and up again", "[simulate]")
{
    const SimulationReport report = recorded(
        route_with({bucket_limit(Algorithm::token_bucket, {1, 1s}, 2)}),
        {{0s, "b", 0}, {1s, "a", 0}, {1s, "a", 0}, {1s, "a", 0}, {10s, "b", 0}, {10s, "a", 0}});
    REQUIRE(report.history->remaining.size() == 1);
    const History::Follow& follow = report.history->remaining[0];
    CHECK(follow.limit == "bucket");
    CHECK(follow.key == "a");
    CHECK(follow.allowance == 2);
    std::vector<std::pair<Duration, std::int64_t>> points;
    for (const History::Point& point : follow.points)
        points.emplace_back(point.at, point.remaining);
    // Whole until 1s; two taken and one refused; whole again 2s later, until the next one.
    CHECK(points ==
          std::vector<std::pair<Duration, std::int64_t>>{
              {0s, 2}, {0s, 2}, {1s, 2}, {1s, 1}, {1s, 0}, {1s, 0}, {3s, 2}, {10s, 2}, {10s, 1}});
}

TEST_CASE("of many points the lowest are kept", "[simulate]")
{
    std::vector<Arrival> arrivals;
    for (int i = 0; i < 50'000; ++i)
        arrivals.push_back({Duration(10ms) * i, "", i == 25'000 ? 99 : 0});
    const SimulationReport report =
        recorded(route_with({bucket_limit(Algorithm::token_bucket, {100, 1s}, 100)}), arrivals);
    const History::Follow& follow = report.history->remaining[0];
    CHECK(follow.points.size() <= History::most_points + 3);
    CHECK(std::ranges::min_element(follow.points, {}, &History::Point::remaining)->remaining <= 1);
}

TEST_CASE("a long quiet stretch stays level when there are many points", "[simulate]")
{
    std::vector<Arrival> arrivals;
    for (int i = 0; i < 5'000; ++i)
        arrivals.push_back({10h + Duration(10ms) * i, "", 0});
    arrivals.push_back({20h, "", 0});
    const SimulationReport report =
        recorded(route_with({bucket_limit(Algorithm::token_bucket, {10, 1s}, 10)}), arrivals);
    const std::vector<History::Point>& points = report.history->remaining[0].points;
    CHECK(points.size() <= History::most_points + 3);
    for (std::size_t i = 1; i < points.size(); ++i) {
        CAPTURE(i, points[i].at.count());
        if (points[i].at - points[i - 1].at > 1h)
            CHECK(points[i].remaining == points[i - 1].remaining);
    }
}

TEST_CASE("the keys that were refused most are told, the worst first", "[simulate]")
{
    std::vector<Arrival> arrivals;
    for (int caller = 0; caller < 15; ++caller)
        for (int i = 0; i <= caller; ++i)
            arrivals.push_back({0s, "caller" + std::to_string(caller), 0});
    const SimulationReport report = simulate(
        route_with({window_limit(Algorithm::fixed_window, 1, 1s)}), arrivals, max_keys, false);
    const auto& keys = report.limits[0].refused_keys;
    REQUIRE(keys.size() == SimulationReport::most_refused_keys);
    CHECK(keys.front().key == "caller14");
    CHECK(keys.front().refused == 14);
    CHECK(keys.back().key == "caller5");
    CHECK_FALSE(report.history);
}
