#pragma once

#include <weir/base/result.hpp>
#include <weir/config/settings.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

// One request of a simulation.
struct Arrival {
    Duration at{};   // since the start of the run
    std::string key; // stands for whatever the limit's key source would find; "" is one caller
    Cost cost = 0;   // 0: the limit's own
};

// A Poisson process: gaps -ln(1-u)/rate with u the 53-bit uniforms of Mersenne Twister 19937
// seeded by array [seed]; arrivals before `length`. The same trace everywhere (SPEC section 3).
std::vector<Arrival> poisson_arrivals(const Rate& rate, Duration length, std::uint32_t seed);
// Lines "seconds[,key[,cost]]", '#' starts a comment; the error names the line.
Result<std::vector<Arrival>> read_arrivals(std::string_view text, std::string_view name);

struct SimulationReport {
    struct LimitCount {
        std::string name;
        std::string algorithm;
        std::uint64_t admitted = 0;
        std::uint64_t refused = 0;
    };
    std::string route;
    std::uint64_t arrivals = 0;
    std::uint64_t admitted = 0;
    std::uint64_t refused = 0;
    std::uint64_t delayed = 0;
    std::vector<LimitCount> limits;     // of the route, deciding together
    std::vector<LimitCount> algorithms; // --compare: each algorithm alone on the same arrivals
};

// Runs the real gate and store on virtual time. With `compare`, every algorithm is also run alone
// with the numbers of the route's first limit: a window becomes the bucket that admits as much in
// the long run and the other way round (the README says how).
SimulationReport simulate(const Settings& settings, const RouteSettings& route,
                          const std::vector<Arrival>& arrivals, bool compare);

} // namespace weir
