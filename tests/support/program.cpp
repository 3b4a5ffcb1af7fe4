#include "support/program.hpp"

#include <cstdio>
#include <stdexcept>

#include <sys/wait.h>

namespace weir {

ProgramRun run_program(const std::string& command)
{
    const std::string whole = "cd '" WEIR_SOURCE_DIR "' && weir() { '" WEIR_BINARY
                              "' \"$@\"; } && { " +
                              command + "; } 2>&1";
    FILE* pipe = popen(whole.c_str(), "r");
    if (!pipe) throw std::runtime_error("no shell");
    ProgramRun run;
    char piece[4096];
    while (const std::size_t size = fread(piece, 1, sizeof piece, pipe))
        run.output.append(piece, size);
    const int status = pclose(pipe);
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return run;
}

} // namespace weir
