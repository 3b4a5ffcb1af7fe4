#include <weir/base/nearest_name.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace weir {

namespace {

// Levenshtein distance, one row at a time.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return row[b.size()];
}

} // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known)
{
    constexpr std::size_t longest_compared = 64; // a longer name is no typing error
    if (name.size() > longest_compared) return {};
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(2, name.size() / 3) + 1;
    for (std::string_view candidate : known) {
        const std::size_t far = distance(name, candidate);
        if (far < best_distance && far < std::max(name.size(), candidate.size())) {
            best = candidate;
            best_distance = far;
        }
    }
    return best;
}

} // namespace weir
