#pragma once

#include <charconv>
#include <cstdint>
#include <string>

namespace weir {

// Appends a number as text without making a string of it first.
inline void append_decimal(std::string& out, std::int64_t number)
{
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    out.append(digits, static_cast<std::size_t>(end - digits));
}

} // namespace weir
