#pragma once

#include <weir/route/route.hpp>

#include <string>
#include <utility>
#include <vector>

namespace weir {

inline RouteSettings route_for(std::string path, std::vector<std::string> methods = {},
                               std::string host = "")
{
    RouteSettings route;
    route.name = path;
    route.match = {std::move(methods), std::move(path), std::move(host)};
    return route;
}

inline LimitSettings limit_named(std::string name)
{
    LimitSettings limit;
    limit.name = std::move(name);
    limit.limiter.algorithm = Algorithm::token_bucket;
    limit.limiter.rate = {10, std::chrono::seconds(1)};
    limit.limiter.capacity = 20;
    limit.key.sources = {SourceSettings{.name = "ip", .kind = SourceSettings::Kind::ip}};
    return limit;
}

inline PathOptions distinct_slash()
{
    PathOptions paths;
    paths.trailing_slash = PathOptions::TrailingSlash::distinct;
    return paths;
}

inline PathOptions ignoring_case()
{
    PathOptions paths;
    paths.ignore_case = true;
    return paths;
}

} // namespace weir
