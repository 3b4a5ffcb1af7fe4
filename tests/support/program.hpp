#pragma once

#include <string>

namespace weir {

// The built binary run to its end by a shell, in the repository's folder.
struct ProgramRun {
    int status = -1;
    std::string output; // stdout and stderr
};

// "weir" at the start of `command`, and behind every pipe in it, is the built binary.
ProgramRun run_program(const std::string& command);

} // namespace weir
