#include "support/catch.hpp"

#include "sample_route.hpp"

#include <weir/limit/limiters.hpp>
#include <weir/simulate/simulation.hpp>

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("numbers for a comparison come from the first limit of the algorithm's shape",
          "[simulate]")
{
    const LimitSettings window = window_limit(Algorithm::fixed_window, 10, 1s);
    const LimitSettings later_window = window_limit(Algorithm::sliding_window_log, 99, 1h);
    const LimitSettings bucket = bucket_limit(Algorithm::token_bucket, {10, 1s}, 20);
    struct Row {
        std::vector<LimitSettings> limits;
        Algorithm algorithm;
        LimiterSettings expected;
        const char* why;
    };
    const Row rows[] = {
        {{window, bucket},
         Algorithm::sliding_window_counter,
         {.algorithm = Algorithm::sliding_window_counter, .limit = 10, .window = 1s},
         "a window is there"},
        {{bucket, window, later_window},
         Algorithm::sliding_window_log,
         {.algorithm = Algorithm::sliding_window_log, .limit = 10, .window = 1s},
         "the first of the shape, behind one of the other shape"},
        {{window, bucket},
         Algorithm::gcra,
         {.algorithm = Algorithm::gcra, .rate = {10, 1s}, .capacity = 20},
         "a bucket is there"},
        {{window},
         Algorithm::token_bucket,
         {.algorithm = Algorithm::token_bucket, .rate = {10, 1s}, .capacity = 10},
         "10 per 1s becomes a bucket of 10 at 10/s"},
        {{bucket},
         Algorithm::fixed_window,
         {.algorithm = Algorithm::fixed_window, .limit = 10, .window = 1s},
         "10/s becomes 10 per 1s"},
        {{bucket_limit(Algorithm::gcra, {5, 10s}, 7)},
         Algorithm::fixed_window,
         {.algorithm = Algorithm::fixed_window, .limit = 5, .window = 10s},
         "0.5/s has no whole number per second"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.why);
        CHECK(comparable_limit(route_with(row.limits), row.algorithm).limiter == row.expected);
    }
}

TEST_CASE("a fixed window keeps its alignment in a comparison and lends it to nobody", "[simulate]")
{
    LimitSettings window = window_limit(Algorithm::fixed_window, 10, 1s);
    window.limiter.align = WindowAlign::key;
    const RouteSettings route = route_with({window});
    CHECK(comparable_limit(route, Algorithm::fixed_window).limiter == window.limiter);
    CHECK(comparable_limit(route, Algorithm::sliding_window_log).limiter.align ==
          WindowAlign::epoch);
}

TEST_CASE("a comparison keeps the limit's key and cost", "[simulate]")
{
    LimitSettings window = window_limit(Algorithm::fixed_window, 10, 1s);
    window.cost.units = 3;
    window.key.sources = {{.name = "global", .kind = SourceSettings::Kind::global}};
    const LimitSettings made = comparable_limit(route_with({window}), Algorithm::token_bucket);
    CHECK(made.cost.units == 3);
    CHECK(made.key == window.key);
}
