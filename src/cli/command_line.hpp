#pragma once

#include "verbs.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string_view>

namespace weir {

// The command line of one verb, on top of CLI11: name and description come from the verbs' table.
//
//   CommandLine line("check");
//   line.app.add_option("-c,--config", file, "the file to check")->required();
//   if (const auto code = line.parse(arguments)) return *code;
struct CommandLine {
    explicit CommandLine(std::string_view verb);

    // The exit code when nothing is left to do: help was asked for and printed (0), or the
    // arguments are wrong, which one line on stderr says (2).
    std::optional<int> parse(const Arguments& arguments);

    CLI::App app;
};

// "weir explain: what is wrong" on stderr, always one line; returns 2.
int usage_error(std::string_view who, std::string_view message);

} // namespace weir
