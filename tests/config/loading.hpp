#pragma once

#include <weir/config/load.hpp>

#include <map>
#include <string>
#include <string_view>

namespace weir {

// Loads text as weir.yaml, with the given variables as the whole environment.
inline Loaded load(std::string_view text, std::map<std::string, std::string> variables = {})
{
    return load_text(text, "weir.yaml",
                     [variables](std::string_view name) -> std::optional<std::string> {
                         const auto found = variables.find(std::string(name));
                         if (found == variables.end()) return std::nullopt;
                         return found->second;
                     });
}

// What is wrong with it, one finding a line; "" when nothing is.
inline std::string faults_of(std::string_view text,
                             const std::map<std::string, std::string>& variables = {})
{
    std::string all;
    for (const Finding& finding : load(text, variables).findings)
        all += finding.to_string() + "\n";
    return all;
}

// A valid file with one route; `limits` is indented by six blanks and starts in line 8.
inline std::string with_limits(std::string_view limits)
{
    return "listen: 0.0.0.0:8080\n"
           "upstreams:\n"
           "  api: 127.0.0.1:9000\n"
           "routes:\n"
           "  - match: /**\n"
           "    upstream: api\n"
           "    limits:\n" +
           std::string(limits);
}

// The same with one limit in flow style, whose first field starts in line 8, column 11.
inline std::string with_limit(std::string_view fields)
{
    return with_limits("      - { " + std::string(fields) + " }\n");
}

// A valid file with something more at the end; `text` starts in line 9.
inline std::string with_section(std::string_view text)
{
    return with_limit("key: ip, algorithm: gcra, rate: 1/s") + std::string(text) + "\n";
}

} // namespace weir
