#include "text_table.hpp"

#include <weir/base/units.hpp>

#include <algorithm>

namespace weir {

namespace {

bool is_number(const std::string& cell)
{
    return !cell.empty() && cell.find_first_not_of("0123456789") == cell.npos;
}

} // namespace

std::string TextTable::print() const
{
    std::vector<std::size_t> widths;
    std::vector<std::vector<std::string>> rows;
    for (const auto& row : rows_) {
        std::vector<std::string>& cells = rows.emplace_back();
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            cells.push_back(printable(row[i]));
            widths[i] = std::max(widths[i], cells[i].size());
        }
    }
    std::string out;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - row[i].size(), ' ');
            line += "  " + (is_number(row[i]) ? padding + row[i] : row[i] + padding);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

std::string printable(std::string_view text)
{
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7F)
            out += c;
        else
            out += std::string("\\x") + hex[byte >> 4] + hex[byte & 15];
    }
    return out;
}

std::string limiter_numbers(const LimiterSettings& settings)
{
    if (settings.window > Duration::zero())
        return std::to_string(settings.limit) + " per " + print_duration(settings.window);
    if (settings.rate.count == 0) return std::to_string(settings.limit) + " at one time";
    std::string numbers =
        print_rate(settings.rate) + ", capacity " + std::to_string(settings.capacity);
    if (settings.delay_after > 0)
        numbers += ", delay_after " + std::to_string(settings.delay_after);
    if (settings.max_delay) numbers += ", max_delay " + print_duration(*settings.max_delay);
    return numbers;
}

} // namespace weir
