#pragma once

#include <weir/config/settings.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

// One thing to say about a configuration file. Line and column count from 1 and point at the
// value, or at the name of a field that is unknown or lacks its value; 0: the file as a whole.
struct Finding {
    enum class Severity { error, advice };

    std::string file;
    int line = 0;
    int column = 0;
    Severity severity = Severity::error;
    std::string code;    // stable, for tools: "unknown_field", "not_a_rate", ...
    std::string message; // "limits[0].rate: '10/sec' is not a rate; write N/s, N/m, N/h or N/d"

    std::string to_string() const; // "weir.yaml:14:18: limits[0].rate: ..."
};

struct Loaded {
    std::optional<Settings> settings; // absent when there is an error among the findings
    std::vector<Finding> findings;    // every error of the file at once, in order of appearance
};

using Environment = std::function<std::optional<std::string>(std::string_view name)>;
Environment process_environment();

Loaded load_file(const std::string& path, const Environment& environment);
// The same for text that is at hand; `path` is what messages and relative paths go by.
Loaded load_text(std::string_view text, const std::string& path, const Environment& environment);

// What is valid but probably not meant: routes that can never match, limits that a caller can step
// around, and the like, in order of appearance. Part of `weir check`.
std::vector<Finding> advice(const Settings& settings);

} // namespace weir
