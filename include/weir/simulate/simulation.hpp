#pragma once

#include <weir/route/settings.hpp>
#include <weir/simulate/arrivals.hpp>
#include <weir/simulate/history.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weir {

// What became of the arrivals.
struct SimulationReport {
    static constexpr std::size_t most_refused_keys = 10;

    struct RefusedKey {
        std::string key; // KIND:VALUE, "ip:203.0.113.7"; may hold any byte
        std::uint64_t refused = 0;
    };
    struct LimitCount {
        std::string name;
        std::string algorithm;
        std::uint64_t admitted = 0; // by this limit, whatever the others said
        std::uint64_t refused = 0;
        KeySettings key{};
        // One for each source of the key: requests that had neither this nor an earlier one. Those
        // without the last one went by `missing`.
        std::vector<std::uint64_t> lacking{};
        std::vector<RefusedKey> refused_keys{}; // those refused most, first; at most the above
    };
    std::string route;
    std::uint64_t arrivals = 0;
    std::uint64_t admitted = 0;
    std::uint64_t refused = 0;
    std::uint64_t delayed = 0;
    std::uint64_t exempt = 0;       // admitted: no limit of the route is for these clients
    std::uint64_t missing_key = 0;  // answered 400: a limit with `missing: reject` found no key
    std::vector<LimitCount> limits; // of the route, deciding together
    std::optional<History> history; // when asked for

    // --compare: each algorithm alone on the same arrivals.
    struct Alone {
        LimiterSettings numbers;
        std::uint64_t admitted = 0;
        std::uint64_t refused = 0;
        std::string fault; // why the algorithm cannot be run with these numbers; usually empty
        std::optional<History> history{};
    };
    std::vector<Alone> algorithms;
};

// Runs the real gate and store on virtual time, from an instant that is a multiple of every
// window, so that windows aligned to the epoch fall the same way each time. With `compare`, every
// algorithm is also run alone, with the numbers that comparable_limit gives it.
SimulationReport simulate(const RouteSettings& route, const std::vector<Arrival>& arrivals,
                          std::size_t max_keys, bool compare, bool with_history = false);

// The limit that stands for `algorithm` in a comparison on this route, which has at least one:
// the numbers come from the route's first limit of the algorithm's shape (limit and window, or
// rate and capacity). If there is none, they are made from its first limit: `count` per `period`
// becomes the limit `count` in the window `period`; a limit L in a window W becomes a bucket of
// capacity L that refills at L per W.
// Only limits that know time count: arrivals have no length that slots could be held for.
LimitSettings comparable_limit(const RouteSettings& route, Algorithm algorithm);

// Whether there is a limit to compare with.
bool is_comparable(const RouteSettings& route);

} // namespace weir
