#pragma once

#include <weir/store/memory_store.hpp>

#include <cstdint>
#include <vector>

namespace weir {

inline constexpr Instant midnight{std::chrono::hours{24 * 30 * 600}};

// The n-th key: what a keyed hash of a caller's name looks like, the same on every machine
// (splitmix64). A different `family` gives different keys.
inline std::uint64_t sample_key(std::uint64_t number, std::uint64_t family = 0)
{
    std::uint64_t bits = (number + (family << 40) + 1) * 0x9E37'79B9'7F4A'7C15;
    bits = (bits ^ (bits >> 30)) * 0xBF58'476D'1CE4'E5B9;
    bits = (bits ^ (bits >> 27)) * 0x94D0'49BB'1331'11EB;
    bits ^= bits >> 31;
    return bits == 0 ? 1 : bits;
}

// One charge on its own.
inline Outcome decide_one(MemoryStore& store, const AnyLimiter& limiter, std::uint64_t key,
                          Instant now, std::uint64_t limit = 1)
{
    const Charge charge{.limiter = &limiter, .key = key, .limit = limit, .cost = 1};
    Outcome outcome;
    store.decide({&charge, 1}, now, {&outcome, 1});
    return outcome;
}

inline Outcome look_one(const MemoryStore& store, const AnyLimiter& limiter, std::uint64_t key,
                        Instant now, std::uint64_t limit = 1)
{
    const Charge charge{.limiter = &limiter, .key = key, .limit = limit, .cost = 1};
    Outcome outcome;
    store.look({&charge, 1}, now, {&outcome, 1});
    return outcome;
}

} // namespace weir
