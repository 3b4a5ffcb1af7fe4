#include <weir/simulate/simulation.hpp>

#include <weir/base/assert.hpp>
#include <weir/limit/limiters.hpp>

#include <algorithm>

namespace weir {

namespace {

bool is_window(Algorithm algorithm)
{
    return std::ranges::find(algorithms, algorithm, &AlgorithmInfo::algorithm)->is_window;
}

} // namespace

LimitSettings comparable_limit(const RouteSettings& route, Algorithm algorithm)
{
    WEIR_ASSERT(!route.limits.empty());
    const auto same_shape = [&](const LimitSettings& limit) {
        return is_window(limit.limiter.algorithm) == is_window(algorithm);
    };
    const auto found = std::ranges::find_if(route.limits, same_shape);
    LimitSettings limit = found != route.limits.end() ? *found : route.limits.front();
    LimiterSettings& numbers = limit.limiter;
    if (found == route.limits.end()) {
        const LimiterSettings given = numbers;
        if (is_window(algorithm))
            numbers = {.limit = given.rate.count, .window = given.rate.period};
        else
            numbers = {.rate = {given.limit, given.window}, .capacity = given.limit};
    }
    // Where boundaries lie is a matter of the fixed window alone.
    if (algorithm != numbers.algorithm) numbers.align = WindowAlign::epoch;
    numbers.algorithm = algorithm;
    return limit;
}

} // namespace weir
