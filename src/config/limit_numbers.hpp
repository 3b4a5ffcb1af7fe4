#pragma once

#include "value.hpp"

#include <weir/limit/limiters.hpp>

#include <optional>

namespace weir {

inline constexpr std::int64_t most_units = 999'999'999'999'999; // a structured field's largest

// A number of units. Zero is the one mistake that deserves its own words: it could be meant as
// "none at all" or as "no limit", and must be neither.
std::optional<std::int64_t> read_units(const Value& value, std::string_view zero_means);

// The numbers of an algorithm, of a limit or of one of its plans. Whether all are there and good.
bool read_numbers(Fields& fields, const AlgorithmInfo& info, LimiterSettings& limiter);
// When the algorithm is not known: its fields are not unknown for that.
void find_all_numbers(Fields& fields);

} // namespace weir
