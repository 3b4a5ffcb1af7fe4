#pragma once

#include <weir/base/address.hpp>
#include <weir/http/canonical_path.hpp>
#include <weir/http/client_address.hpp>
#include <weir/http/head_parser.hpp>
#include <weir/net/settings.hpp>
#include <weir/response/settings.hpp>
#include <weir/route/settings.hpp>
#include <weir/telemetry/settings.hpp>
#include <weir/upstream/settings.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace weir {

// Everything that weir.yaml says, checked and with defaults filled in. Each folder's own settings
// know nothing of YAML.
struct Settings {
    std::string file; // where it was read from
    std::vector<ListenSettings> listen;
    std::vector<IpNetwork> trusted_proxies;
    ClientAddressField client_address = ClientAddressField::x_forwarded_for;
    unsigned threads = 0; // event loops; 0: one per core

    TimeoutSettings timeouts;
    HeadLimits head_limits;                // request_limits: line, header_bytes, headers
    std::optional<std::uint64_t> max_body; // request_limits.body; absent: unlimited
    PathOptions paths;

    std::vector<UpstreamSettings> upstreams;
    std::vector<SourceSettings> keys; // named ones of `keys:`, for explain
    std::vector<RouteSettings> routes;
    ResponseSettings response;
    std::size_t max_keys = 4'000'000; // memory_store.max_keys
    LogSettings log;

    // Where each value stands in the file, by its path ("routes[0].limits[1].key"): for advice.
    struct Position {
        int line = 0;
        int column = 0;
    };
    std::map<std::string, Position, std::less<>> positions;
};

} // namespace weir
