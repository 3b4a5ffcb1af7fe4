#include "mt19937.hpp"

namespace weir {

Mt19937::Mt19937(std::uint32_t seed)
{
    // init_by_array of the reference code for an array of one word: its index into the array is
    // always 0, so nothing is added for it.
    fill_from(19650218u);
    std::size_t i = 1;
    const auto step = [&] {
        if (++i < words) return;
        state_[0] = state_[words - 1];
        i = 1;
    };
    for (std::size_t k = 0; k < words; ++k) {
        state_[i] = (state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30)) * 1664525u)) + seed;
        step();
    }
    for (std::size_t k = 0; k < words - 1; ++k) {
        state_[i] = (state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30)) * 1566083941u)) -
                    static_cast<std::uint32_t>(i);
        step();
    }
    state_[0] = 0x80000000u; // never all zeroes
}

std::uint32_t Mt19937::next()
{
    if (used_ == words) twist();
    std::uint32_t word = state_[used_++];
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680u;
    word ^= (word << 15) & 0xefc60000u;
    return word ^ (word >> 18);
}

double Mt19937::uniform()
{
    const std::uint64_t high = next() >> 5;
    const std::uint64_t low = next() >> 6;
    return static_cast<double>((high << 26) + low) * 0x1p-53;
}

void Mt19937::fill_from(std::uint32_t seed)
{
    state_[0] = seed;
    for (std::uint32_t i = 1; i < words; ++i)
        state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
}

void Mt19937::twist()
{
    constexpr std::size_t shift = 397;
    for (std::size_t i = 0; i < words; ++i) {
        const std::uint32_t bits =
            (state_[i] & 0x80000000u) | (state_[(i + 1) % words] & 0x7fffffffu);
        state_[i] =
            state_[(i + shift) % words] ^ (bits >> 1) ^ ((bits & 1u) != 0 ? 0x9908b0dfu : 0u);
    }
    used_ = 0;
}

} // namespace weir
