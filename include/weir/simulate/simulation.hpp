#pragma once

#include <weir/route/settings.hpp>
#include <weir/simulate/arrivals.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weir {

// What became of the arrivals.
struct SimulationReport {
    struct LimitCount {
        std::string name;
        std::string algorithm;
        std::uint64_t admitted = 0; // by this limit, whatever the others said
        std::uint64_t refused = 0;
    };
    std::string route;
    std::uint64_t arrivals = 0;
    std::uint64_t admitted = 0;
    std::uint64_t refused = 0;
    std::uint64_t delayed = 0;
    std::vector<LimitCount> limits; // of the route, deciding together

    // --compare: each algorithm alone on the same arrivals.
    struct Alone {
        LimiterSettings numbers;
        std::uint64_t admitted = 0;
        std::uint64_t refused = 0;
        std::string fault; // why the algorithm cannot be run with these numbers; usually empty
    };
    std::vector<Alone> algorithms;
};

// Runs the real gate and store on virtual time, from an instant that is a multiple of every
// window, so that windows aligned to the epoch fall the same way each time. With `compare`, every
// algorithm is also run alone, with the numbers that comparable_limit gives it.
SimulationReport simulate(const RouteSettings& route, const std::vector<Arrival>& arrivals,
                          std::size_t max_keys, bool compare);

// The limit that stands for `algorithm` in a comparison on this route, which has at least one:
// the numbers come from the route's first limit of the algorithm's shape (limit and window, or
// rate and capacity). If there is none, they are made from its first limit: `count` per `period`
// becomes the limit `count` in the window `period`; a limit L in a window W becomes a bucket of
// capacity L that refills at L per W.
LimitSettings comparable_limit(const RouteSettings& route, Algorithm algorithm);

} // namespace weir
