#pragma once

#include <weir/simulate/simulation.hpp>

#include <string>

namespace weir {

std::string to_text(const SimulationReport& report);
std::string to_json(const SimulationReport& report, bool compared);

} // namespace weir
