#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace weir {

// Mersenne Twister 19937 (Matsumoto and Nishimura, 1998), seeded by the array [seed] and giving
// 53-bit uniforms, both as the authors' reference code defines them and as Python's random module
// uses them. The standard library's generator has neither, and a published experiment must be
// repeatable to the last digit. Not for secrets.
class Mt19937 {
public:
    explicit Mt19937(std::uint32_t seed);

    std::uint32_t next();
    double uniform(); // evenly from the multiples of 2^-53 in [0, 1)

private:
    static constexpr std::size_t words = 624;

    void fill_from(std::uint32_t seed);
    void twist();

    std::array<std::uint32_t, words> state_{};
    std::size_t used_ = words;
};

} // namespace weir
