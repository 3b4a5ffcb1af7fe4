#pragma once

#include <cstdint>

namespace weir {

// Products of two 64-bit numbers. Every use says why the quotient fits 64 bits again.
__extension__ using Wide = __int128;

// Both are at least zero, the divisor at least 1. Most rates divide by 1, and most wide dividends
// fit one word, whose division is several times cheaper.
inline std::int64_t divide_down(std::int64_t dividend, std::int64_t divisor)
{
    return divisor == 1 ? dividend : dividend / divisor;
}

inline std::int64_t divide_down(Wide dividend, std::int64_t divisor)
{
    if ((dividend >> 63) == 0) return divide_down(static_cast<std::int64_t>(dividend), divisor);
    return static_cast<std::int64_t>(dividend / divisor);
}

template <typename Dividend>
std::int64_t divide_up(Dividend dividend, std::int64_t divisor)
{
    return divide_down(static_cast<Dividend>(dividend + divisor - 1), divisor);
}

} // namespace weir
