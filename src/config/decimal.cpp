#include "decimal.hpp"

#include <weir/base/units.hpp>

#include <algorithm>

namespace weir {

std::optional<std::int64_t> parse_decimal(std::string_view text, int digits_kept, std::int64_t most)
{
    const std::size_t point = text.find('.');
    const bool has_point = point != std::string_view::npos;
    const std::string_view after = has_point ? text.substr(point + 1) : std::string_view{};
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (has_point && after.empty()) return std::nullopt;
    if (after.size() > static_cast<std::size_t>(digits_kept)) return std::nullopt;
    if (!std::all_of(after.begin(), after.end(), is_digit)) return std::nullopt;

    const auto whole = parse_integer(text.substr(0, point));
    if (!whole || *whole < 0 || *whole > most || text.front() == '-') return std::nullopt;
    std::int64_t number = *whole;
    for (int i = 0; i < digits_kept; ++i) {
        const auto at = static_cast<std::size_t>(i);
        number = number * 10 + (at < after.size() ? after[at] - '0' : 0);
    }
    if (number > most) return std::nullopt;
    return number;
}

} // namespace weir
