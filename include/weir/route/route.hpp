#pragma once

#include <weir/http/canonical_path.hpp>
#include <weir/http/json_pointer.hpp>
#include <weir/key/facts.hpp>
#include <weir/limit/limiters.hpp>
#include <weir/route/settings.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

// One limit of one route, ready to decide.
struct Limit {
    LimitSettings settings;
    AnyLimiter limiter;
    std::vector<AnyLimiter> plans; // in the order of settings.plans
    // Known across reloads by route name, limit name, algorithm and key: same words, same id.
    std::uint64_t id = 0;
    JsonPointer pointer;     // of charge: response_json
    bool gives_back = false; // its units are given back when the request ends
};

struct Route {
    RouteSettings settings;
    std::vector<Limit> limits;
    bool has_leaky = false;   // some limit may hold requests back
    std::size_t index = 0;    // position in the file
    std::size_t upstream = 0; // index into Settings::upstreams; set by whoever builds the table
};

// All routes; the first match wins. Immutable once built; any number of threads.
class RouteTable {
public:
    RouteTable(const std::vector<RouteSettings>& settings, const PathOptions& paths);
    ~RouteTable();
    RouteTable(RouteTable&&) noexcept;
    RouteTable& operator=(RouteTable&&) noexcept;

    struct Match {
        const Route* route = nullptr;
        // No route: whether some route takes this host and path, but none the method (405).
        bool path_known = false;
    };
    // Fills `params` with what {name} segments took. `path` is canonical, `host` comparable.
    Match match(std::string_view method, std::string_view host, std::string_view path,
                PathParams& params) const;
    // "GET, HEAD, POST": for the Allow field of a 405.
    std::string allowed_methods(std::string_view host, std::string_view path) const;

    const std::vector<Route>& routes() const { return routes_; }
    std::vector<Route>& routes() { return routes_; }

private:
    struct Compiled;
    std::vector<Route> routes_;
    std::vector<Compiled> compiled_;
    PathOptions paths_;
};

// Whether `pattern` is one: starts with "/", {name} is a whole segment, ** only at the end, and it
// is canonical itself. Otherwise says what is wrong; empty when all is well.
std::string pattern_fault(std::string_view pattern, const PathOptions& paths = {});

// The index of an earlier route that takes everything that route `index` would, so that it can
// never match; or -1.
int shadowing_route(const std::vector<RouteSettings>& routes, std::size_t index,
                    const PathOptions& paths);

} // namespace weir
