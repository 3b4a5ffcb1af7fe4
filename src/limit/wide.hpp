#pragma once

#include <cstdint>

namespace weir {

// Products of two 64-bit numbers. Every use says why the quotient fits 64 bits again.
__extension__ using Wide = __int128;

// Rounds down; both are at least zero, divisor at least 1. Most dividends fit one word, and a
// division of one word is several times cheaper.
inline std::int64_t divide_down(Wide dividend, std::int64_t divisor)
{
    if ((dividend >> 63) == 0) return static_cast<std::int64_t>(dividend) / divisor;
    return static_cast<std::int64_t>(dividend / divisor);
}

inline std::int64_t divide_up(Wide dividend, std::int64_t divisor)
{
    return divide_down(dividend + divisor - 1, divisor);
}

} // namespace weir
