#pragma once

#include <weir/limit/limiter.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace weir {

// Costs as messages state them. All are at most most_cost: what is beyond that is taken for it.
inline constexpr Cost most_cost = 1'000'000'000'000;

// "12", with blanks around it; nothing for anything else, also for what is below zero.
std::optional<Cost> whole_number(std::string_view text);
// One for each `bytes` begun, at least 1.
Cost units_for(std::uint64_t size, std::int64_t bytes);

} // namespace weir
