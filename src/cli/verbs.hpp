#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

// The verbs of the command line. Each takes the arguments behind its name and returns the exit
// code: 0 done, 1 it did not work (said on stderr), 2 it was called wrongly (one line on stderr).
// To add one: write src/cli/NAME.cpp, declare it here, and give it its line in verbs.cpp.
using Arguments = std::vector<std::string>;

int run(const Arguments& arguments);
int check(const Arguments& arguments);
int explain(const Arguments& arguments);
int simulate_verb(const Arguments& arguments);
int demo_upstream(const Arguments& arguments);
int version_verb(const Arguments& arguments);
int help(const Arguments& arguments);

struct Verb {
    std::string_view name;
    std::string_view usage; // its arguments, as `weir help` shows them
    std::string_view help;  // one line
    int (*function)(const Arguments&);
};

std::span<const Verb> verbs();

// Runs the verb that `arguments` start with.
int dispatch(const Arguments& arguments);

} // namespace weir
