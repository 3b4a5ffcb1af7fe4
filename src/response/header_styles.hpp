#pragma once

#include <weir/decision/verdict.hpp>
#include <weir/http/head.hpp>
#include <weir/response/settings.hpp>

#include <cstdint>
#include <string>

namespace weir {

// What all families of rate-limit fields say about one verdict: read once, so that they cannot
// disagree.
struct LimitNumbers {
    std::int64_t limit = 0;         // of the limit that speaks
    std::int64_t remaining = 0;     // never negative
    std::int64_t reset_seconds = 0; // refused: the wait, rounded up; else until all is back
    std::int64_t reset_epoch = 0;   // the same as Unix time, never before the true moment
};

// One family of fields. To add one: write its NAME_header.cpp, declare it here, and add its line
// to the table in header_styles.cpp.
struct HeaderStyle {
    ResponseSettings::HeaderStyle style;
    // Appends whole lines, for a verdict with at least one part.
    void (*append)(std::string& out, const Verdict& verdict, const LimitNumbers& numbers,
                   const ResponseSettings& settings);
    bool (*owns)(FieldId id); // whether the family writes this field
};

extern const HeaderStyle ratelimit_header;
extern const HeaderStyle structured_header;
extern const HeaderStyle x_ratelimit_header;

} // namespace weir
