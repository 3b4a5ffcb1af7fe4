#pragma once

#include <weir/simulate/simulation.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace weir {

// A simulation's report as one page that needs nothing else: no script, no font, no network. The
// plots are SVG that chart.cpp writes; a charting library would be some hundred kilobytes of
// script in every page, and its plots could not be read with scripts turned off.
struct HtmlPage {
    std::string config;       // the file's name
    std::string source;       // where the arrivals come from
    bool clock_times = false; // of a log: times are UTC; otherwise counted from the run's start
    std::vector<std::string> notes{};
    std::vector<SimulationReport> routes{}; // with their histories
};

std::string to_html(const HtmlPage& page);

} // namespace weir
