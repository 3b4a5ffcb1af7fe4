#pragma once

#include <weir/limit/limiters.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace weir {

// Settings that the laws are tried on: every algorithm with common and awkward numbers.
std::vector<LimiterSettings> limiter_samples(Algorithm algorithm);
std::string describe(const LimiterSettings& settings);

// Seeded choices, the same on every machine.
class Choices {
public:
    explicit Choices(std::uint64_t seed) : random_(seed) {}

    std::int64_t up_to(std::int64_t most) // 0 to most
    {
        return static_cast<std::int64_t>(random_() % (static_cast<std::uint64_t>(most) + 1));
    }
    bool one_in(std::int64_t count) { return up_to(count - 1) == 0; }

    // Mostly around the time that one unit stands for, sometimes nothing, sometimes far.
    Duration gap(const LimiterSettings& settings);
    // Mostly small, sometimes all there is, rarely more than that.
    Cost cost(const LimiterSettings& settings);

private:
    std::mt19937_64 random_;
};

} // namespace weir
