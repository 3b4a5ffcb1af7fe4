#pragma once

#include <weir/simulate/history.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace weir {

// Plots as SVG elements for the page of html_page.cpp, whose style sheet gives their classes
// colours. Each is an image with a name for those who cannot see it, and scales with the page.
struct ChartAxis {
    bool clock_times = false;  // UTC; otherwise counted from the start
    std::uint64_t highest = 0; // requests in a bucket: plots to be compared have one scale
};

// Bars of admitted and refused requests, one on the other, under the line of all arrivals.
std::string traffic_chart(const History& history, const ChartAxis& axis, std::string_view name);
// The share of its allowance that the busiest key of each limit had left.
std::string remaining_chart(const History& history, const ChartAxis& axis, std::string_view name);

std::uint64_t highest_bucket(const History& history);
// The moment at which a bucket starts, as the axis writes it.
std::string time_label(const History& history, Duration at, Duration step, bool clock_times);

// Text for an element or a quoted attribute. Whatever is not printable ASCII is shown as \xNN.
std::string html_text(std::string_view text);

// Lines are told apart by the style sheet's classes line0 to line5, over and over.
std::string line_class(std::size_t index);

} // namespace weir
