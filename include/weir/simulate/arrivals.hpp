#pragma once

#include <weir/base/result.hpp>
#include <weir/base/time.hpp>
#include <weir/base/units.hpp>
#include <weir/limit/limiter.hpp>

#include <cstddef>
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

    bool operator==(const Arrival&) const = default;
};

// A run holds its arrivals in memory, so their number has a bound.
inline constexpr std::size_t most_arrivals = 5'000'000;
// And so has its length, so that no sum of times overflows.
inline constexpr Duration most_arrival_time = std::chrono::hours{24 * 366 * 50};

// A Poisson process: gaps -ln(1-u)/rate with u the 53-bit uniforms of Mersenne Twister 19937
// seeded by array [seed], added up in double seconds and rounded to nanoseconds at the end; the
// arrivals before `length`. Python's random.seed(seed) and random.expovariate(rate) give the same
// trace to the last digit, so anybody can check a published experiment. Stops at most_arrivals.
// The rate is more than 0.
std::vector<Arrival> poisson_arrivals(const Rate& rate, Duration length, std::uint32_t seed);

// Lines "seconds[,key[,cost]]"; from '#' to the end of a line is comment, empty lines are skipped.
// Arrivals are put in order of time, those of one moment stay as they are in the file. The error
// names file and line.
Result<std::vector<Arrival>> read_arrivals(std::string_view text, std::string_view name);

} // namespace weir
