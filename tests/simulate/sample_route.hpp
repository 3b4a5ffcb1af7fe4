#pragma once

#include <weir/route/settings.hpp>

#include <string>
#include <vector>

namespace weir {

inline LimitSettings window_limit(Algorithm algorithm, std::int64_t limit, Duration window)
{
    return {.name = "window",
            .limiter = {.algorithm = algorithm, .limit = limit, .window = window},
            .key = {.sources = {{.name = "ip"}}}};
}

inline LimitSettings bucket_limit(Algorithm algorithm, Rate rate, std::int64_t capacity)
{
    return {.name = "bucket",
            .limiter = {.algorithm = algorithm, .rate = rate, .capacity = capacity},
            .key = {.sources = {{.name = "ip"}}}};
}

inline RouteSettings route_with(std::vector<LimitSettings> limits)
{
    return {.name = "r", .match = {.path = "/**"}, .upstream = "api", .limits = std::move(limits)};
}

} // namespace weir
