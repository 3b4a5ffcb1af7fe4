#pragma once

#include <weir/limit/settings.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace weir {

// Rows of cells as aligned columns, two spaces in front and between, for people. Cells that are
// numbers throughout stand to the right. Whatever is not printable ASCII is shown as \xNN, so that
// no key's value can steer the terminal.
class TextTable {
public:
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    std::string print() const;

private:
    std::vector<std::vector<std::string>> rows_;
};

std::string printable(std::string_view text);

// "10 per 1s" or "10/s, capacity 20".
std::string limiter_numbers(const LimiterSettings& settings);

} // namespace weir
