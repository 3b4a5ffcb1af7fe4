#pragma once

#include <weir/limit/limiters.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace weir {

// The tables of tests/cases, as its README describes them.
struct CaseRow {
    Duration at{};
    Cost cost = 1;
    bool settles = false; // `cost` is a difference; charged_at says when what it takes back was
    Duration charged_at{};
    Outcome expected; // but for `limit`, which the settings say
    std::string why;
    int line = 0;
};

struct CaseTable {
    LimiterSettings settings;
    std::vector<CaseRow> rows;
    std::string heading;
};

// Throws std::runtime_error naming file and line.
std::vector<CaseTable> read_case_tables(const std::string& file);

} // namespace weir
