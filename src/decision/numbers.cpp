#include <weir/decision/numbers.hpp>

#include <algorithm>

namespace weir {

std::optional<Cost> whole_number(std::string_view text)
{
    const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
    text = text.substr(first, text.find_last_not_of(" \t") + 1 - first);
    if (text.empty() || text.find_first_not_of("0123456789") != text.npos) return std::nullopt;
    Cost number = 0;
    for (const char digit : text)
        number = std::min(number * 10 + (digit - '0'), most_cost);
    return number;
}

Cost units_for(std::uint64_t size, std::int64_t bytes)
{
    const auto unit = static_cast<std::uint64_t>(bytes);
    const std::uint64_t begun = size / unit + (size % unit != 0 ? 1 : 0);
    return static_cast<Cost>(
        std::clamp<std::uint64_t>(begun, 1, static_cast<std::uint64_t>(most_cost)));
}

} // namespace weir
