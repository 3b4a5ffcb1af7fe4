#include "command_line.hpp"
#include "verbs.hpp"

#include <weir/config/load.hpp>
#include <weir/response/refusal.hpp>

#include <iostream>

namespace weir {

namespace {

std::string counted(std::size_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string json_string(std::string_view text)
{
    std::string out = "\"";
    append_json_escaped(out, text);
    return out + "\"";
}

std::string to_json(const Finding& finding)
{
    const bool error = finding.severity == Finding::Severity::error;
    return "{\"file\":" + json_string(finding.file) + ",\"line\":" + std::to_string(finding.line) +
           ",\"column\":" + std::to_string(finding.column) +
           ",\"severity\":" + (error ? "\"error\"" : "\"advice\"") +
           ",\"code\":" + json_string(finding.code) +
           ",\"message\":" + json_string(finding.message) + "}";
}

std::string to_json(bool valid, const std::vector<Finding>& findings)
{
    std::string out = std::string("{\"valid\":") + (valid ? "true" : "false") + ",\"findings\":[";
    for (std::size_t i = 0; i < findings.size(); ++i)
        out += (i == 0 ? "" : ",") + to_json(findings[i]);
    return out + "]}";
}

// "weir.yaml: valid, 2 routes, 3 limits" or "weir.yaml: 3 errors".
std::string summary(const std::string& file, const Loaded& loaded, std::size_t pieces_of_advice,
                    bool strict)
{
    if (!loaded.settings) return file + ": " + counted(loaded.findings.size(), "error");
    const std::string advice = std::to_string(pieces_of_advice) +
                               (pieces_of_advice == 1 ? " piece of advice" : " pieces of advice");
    if (strict && pieces_of_advice > 0) return file + ": " + advice + ", an error with --strict";
    std::size_t limits = 0;
    for (const RouteSettings& route : loaded.settings->routes)
        limits += route.limits.size();
    return file + ": valid, " + counted(loaded.settings->routes.size(), "route") + ", " +
           counted(limits, "limit") + (pieces_of_advice > 0 ? ", " + advice : "");
}

} // namespace

// Findings are what the verb is for, so they go to stdout in both forms.
int check(const Arguments& arguments)
{
    std::string file;
    bool strict = false;
    bool json = false;
    CommandLine line("check");
    line.app.add_option("-c,--config", file, "the file to check")->required();
    line.app.add_flag("--strict", strict, "advice is an error too");
    line.app.add_flag("--json", json, "print the findings as JSON");
    if (const auto code = line.parse(arguments)) return *code;

    const Loaded loaded = load_file(file, process_environment());
    std::vector<Finding> findings = loaded.findings;
    if (loaded.settings) findings = advice(*loaded.settings);
    const bool valid = loaded.settings && (!strict || findings.empty());
    if (json) {
        std::cout << to_json(valid, findings) << '\n';
    } else {
        for (const Finding& finding : findings)
            std::cout << finding.to_string() << '\n';
        std::cout << summary(file, loaded, findings.size(), strict) << '\n';
    }
    std::cout.flush();
    return valid ? 0 : 1;
}

} // namespace weir
