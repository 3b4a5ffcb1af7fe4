#pragma once

#include <span>
#include <string_view>

namespace weir {

// The known name closest to `name` by edit distance, or "" when none is near enough to be what
// was meant (more than a third of the letters, at least two, would have to change).
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

} // namespace weir
