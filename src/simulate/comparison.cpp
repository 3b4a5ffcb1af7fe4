#include <weir/simulate/simulation.hpp>

#include <weir/base/assert.hpp>
#include <weir/limit/limiters.hpp>

#include <algorithm>

namespace weir {

namespace {

bool is_window(Algorithm algorithm)
{
    return info_of(algorithm).shape == AlgorithmInfo::Shape::window;
}

bool knows_time(const LimitSettings& limit)
{
    return info_of(limit.limiter.algorithm).shape != AlgorithmInfo::Shape::slots;
}

} // namespace

bool is_comparable(const RouteSettings& route)
{
    return std::ranges::any_of(route.limits, knows_time);
}

LimitSettings comparable_limit(const RouteSettings& route, Algorithm algorithm)
{
    const auto same_shape = [&](const LimitSettings& limit) {
        return info_of(limit.limiter.algorithm).shape == info_of(algorithm).shape;
    };
    const auto found = std::ranges::find_if(route.limits, same_shape);
    const auto first = std::ranges::find_if(route.limits, knows_time);
    // What only some requests are charged, or only afterwards, is left out: arrivals have no
    // answer.
    WEIR_ASSERT(first != route.limits.end());
    LimitSettings limit = found != route.limits.end() ? *found : *first;
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
    if (algorithm != Algorithm::leaky_bucket) {
        numbers.delay_after = 0;
        numbers.max_delay.reset();
    }
    numbers.debt = 0;
    limit.charge.reset();
    limit.count_status.clear();
    limit.plans.clear();
    limit.shadow = false;
    return limit;
}

} // namespace weir
