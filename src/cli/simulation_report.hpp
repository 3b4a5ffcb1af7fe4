#pragma once

#include <weir/simulate/simulation.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace weir {

std::string to_text(const SimulationReport& report);
std::string to_json(const SimulationReport& report, bool compared);

nlohmann::ordered_json to_object(const SimulationReport& report, bool compared);
// One line; bytes that are no UTF-8 are replaced.
std::string print_json(const nlohmann::ordered_json& json);

} // namespace weir
