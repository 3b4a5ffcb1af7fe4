#pragma once

#include <weir/key/settings.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace weir {

// Applies the steps, in the order written, to what lies in `value` from `start` on. Only ASCII is
// known: blanks are space, tab and the line ends; letters beyond A to Z keep their case.
void normalize(const std::vector<SourceSettings::Normalize>& steps, std::string& value,
               std::size_t start);

} // namespace weir
