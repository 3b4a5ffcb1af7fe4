#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace weir {

// "0.25" with three digits after the point kept is 250. Nothing when the text is not such a
// number, has more digits after the point than are kept, or is above `most` (in kept digits).
std::optional<std::int64_t> parse_decimal(std::string_view text, int digits_kept,
                                          std::int64_t most);

} // namespace weir
