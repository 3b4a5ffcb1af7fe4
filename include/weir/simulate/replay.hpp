#pragma once

#include <weir/base/address.hpp>
#include <weir/http/canonical_path.hpp>
#include <weir/http/client_address.hpp>
#include <weir/http/head_parser.hpp>
#include <weir/route/settings.hpp>
#include <weir/simulate/access_log.hpp>
#include <weir/simulate/simulation.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weir {

// What of weir.yaml decides about a logged request, and what is asked for.
struct ReplaySettings {
    std::vector<RouteSettings> routes;
    PathOptions paths;
    HeadLimits head_limits;
    std::vector<IpNetwork> trusted_proxies;
    ClientAddressField client_address = ClientAddressField::x_forwarded_for;
    std::size_t max_keys = 0;

    std::string only_route; // report on this one; "" for all
    bool compare = false;
    bool with_history = false;
};

// What became of an access log's requests.
struct ReplayReport {
    std::uint64_t requests = 0;
    // Requests that no route's limits saw.
    std::uint64_t no_route = 0;       // 404
    std::uint64_t wrong_method = 0;   // 405
    std::uint64_t answered_early = 0; // by Weir itself before any route: 400, 414, OPTIONS *, ...
    std::uint64_t other_routes = 0;   // went to routes that were not asked about
    // The log did not tell the host, and there are routes for certain hosts: these were not
    // reached.
    std::uint64_t without_host = 0;

    std::vector<SimulationReport> routes; // in the file's order
};

// Sends every request of the log through the real head parser, client address, canonical path,
// routes and gate, on virtual time as the log has it. Only what the log knows can be looked at: a
// limit whose key it lacks goes by `missing`, and the report counts such requests. With `compare`
// the whole log is run again for every algorithm, alone on each route as comparable_limit says.
ReplayReport replay(const ReplaySettings& settings, const AccessLog& log,
                    const Progress& progress = {});

} // namespace weir
