#include <weir/route/route.hpp>

#include "limit_id.hpp"
#include "methods.hpp"
#include "pattern.hpp"

#include <weir/base/assert.hpp>

#include <algorithm>

namespace weir {

namespace {

Limit make_limit(const LimitSettings& settings, std::string_view route)
{
    Limit limit{settings, make_limiter(settings.limiter), {}, limit_id(route, settings), {}};
    if (settings.charge && settings.charge->kind == ChargeSettings::Kind::response_json)
        limit.pointer = JsonPointer::parse(settings.charge->from).value_or(JsonPointer{});
    limit.gives_back = settings.limiter.algorithm == Algorithm::concurrency;
    for (const PlanSettings& plan : settings.plans)
        limit.plans.push_back(make_limiter(plan.limiter));
    return limit;
}

} // namespace

// What matching looks at, apart from the route itself: one after the other in memory.
struct RouteTable::Compiled {
    Pattern pattern;
    std::string host; // empty: every host
    std::vector<std::string> methods;

    bool takes(std::string_view wanted_host, std::string_view path, PathParams& params) const
    {
        return (host.empty() || host == wanted_host) && pattern.match(path, params);
    }
};

RouteTable::RouteTable(const std::vector<RouteSettings>& settings, const PathOptions& paths)
    : paths_(paths)
{
    routes_.reserve(settings.size());
    compiled_.reserve(settings.size());
    for (const RouteSettings& route : settings) {
        WEIR_ASSERT(route.limits.size() <= RouteSettings::max_limits);
        compiled_.push_back(
            {Pattern(route.match.path, paths), route.match.host, route.match.methods});

        Route& built = routes_.emplace_back();
        built.settings = route;
        built.index = routes_.size() - 1;
        for (const LimitSettings& limit : route.limits) {
            built.limits.push_back(make_limit(limit, route.name));
            built.has_leaky = built.has_leaky || limit.limiter.algorithm == Algorithm::leaky_bucket;
        }
    }
}

RouteTable::~RouteTable() = default;
RouteTable::RouteTable(RouteTable&&) noexcept = default;
RouteTable& RouteTable::operator=(RouteTable&&) noexcept = default;

RouteTable::Match RouteTable::match(std::string_view method, std::string_view host,
                                    std::string_view path, PathParams& params) const
{
    Match result;
    for (std::size_t i = 0; i < compiled_.size(); ++i) {
        const Compiled& candidate = compiled_[i];
        if (!candidate.takes(host, path, params)) continue;
        result.path_known = true;
        if (!takes_method(candidate.methods, method)) continue;
        params.ignore_case = paths_.ignore_case;
        result.route = &routes_[i];
        return result;
    }
    params.count = 0;
    return result;
}

std::string RouteTable::allowed_methods(std::string_view host, std::string_view path) const
{
    std::vector<std::string_view> allowed;
    const auto allow = [&](std::string_view method) {
        if (std::find(allowed.begin(), allowed.end(), method) == allowed.end())
            allowed.push_back(method);
    };
    PathParams params;
    for (const Compiled& candidate : compiled_) {
        if (!candidate.takes(host, path, params)) continue;
        for (const std::string& method : candidate.methods) {
            allow(method);
            if (method == "GET") allow("HEAD");
        }
    }

    std::string list;
    for (const std::string_view method : allowed) {
        if (!list.empty()) list += ", ";
        list += method;
    }
    return list;
}

} // namespace weir
