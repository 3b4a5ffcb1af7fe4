#include "simulation_report.hpp"

#include "text_table.hpp"

#include <weir/limit/limiters.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace weir {

std::string to_text(const SimulationReport& report)
{
    TextTable counts;
    counts.add({"arrivals", "admitted", "refused", "delayed"});
    counts.add({std::to_string(report.arrivals), std::to_string(report.admitted),
                std::to_string(report.refused), std::to_string(report.delayed)});
    std::string out = "route " + printable(report.route) + "\n" + counts.print();

    if (!report.limits.empty()) {
        TextTable limits;
        limits.add({"limit", "algorithm", "admitted", "refused"});
        for (const SimulationReport::LimitCount& limit : report.limits)
            limits.add({limit.name, limit.algorithm, std::to_string(limit.admitted),
                        std::to_string(limit.refused)});
        out += "\nlimits, deciding together\n" + limits.print();
    }
    if (!report.algorithms.empty()) {
        TextTable alone;
        alone.add({"algorithm", "numbers", "admitted", "refused"});
        for (const SimulationReport::Alone& one : report.algorithms) {
            const std::string name(algorithm_name(one.numbers.algorithm));
            if (one.fault.empty())
                alone.add({name, limiter_numbers(one.numbers), std::to_string(one.admitted),
                           std::to_string(one.refused)});
            else
                alone.add({name, limiter_numbers(one.numbers), "not run: " + one.fault});
        }
        out += "\neach algorithm alone\n" + alone.print();
    }
    return out;
}

std::string to_json(const SimulationReport& report, bool compared)
{
    return print_json(to_object(report, compared));
}

nlohmann::ordered_json to_object(const SimulationReport& report, bool compared)
{
    using Json = nlohmann::ordered_json;
    Json limits = Json::array();
    for (const SimulationReport::LimitCount& limit : report.limits)
        limits.push_back({{"name", limit.name},
                          {"algorithm", limit.algorithm},
                          {"admitted", limit.admitted},
                          {"refused", limit.refused}});
    Json json;
    json["route"] = report.route;
    json["arrivals"] = report.arrivals;
    json["admitted"] = report.admitted;
    json["refused"] = report.refused;
    json["delayed"] = report.delayed;
    json["limits"] = std::move(limits);
    if (compared) {
        Json& alone = json["algorithms"] = Json::array();
        for (const SimulationReport::Alone& one : report.algorithms)
            if (one.fault.empty())
                alone.push_back({{"algorithm", std::string(algorithm_name(one.numbers.algorithm))},
                                 {"admitted", one.admitted},
                                 {"refused", one.refused}});
    }
    return json;
}

std::string print_json(const nlohmann::ordered_json& json)
{
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace weir
