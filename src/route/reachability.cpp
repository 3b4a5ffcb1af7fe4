#include <weir/route/route.hpp>

#include "methods.hpp"
#include "pattern.hpp"

namespace weir {

// One earlier route must take everything; several that do so only together are not looked for.
int shadowing_route(const std::vector<RouteSettings>& routes, std::size_t index,
                    const PathOptions& paths)
{
    const MatchSettings& later = routes[index].match;
    const Pattern later_pattern(later.path, paths);
    for (std::size_t i = 0; i < index; ++i) {
        const MatchSettings& earlier = routes[i].match;
        if (!earlier.host.empty() && earlier.host != later.host) continue;
        if (!takes_all_methods_of(earlier.methods, later.methods)) continue;
        if (Pattern(earlier.path, paths).covers(later_pattern)) return static_cast<int>(i);
    }
    return -1;
}

} // namespace weir
