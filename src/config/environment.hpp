#pragma once

#include "node.hpp"
#include "report.hpp"

namespace weir {

// Replaces ${NAME} and ${NAME:-default} in every value of the tree. What is put in is text inside
// of that one value, never YAML: nothing in a variable can add fields or lists. As in a shell, the
// default also stands for a variable that is set to nothing. A '$' that is not followed by '{'
// stays as it is, and so does '$$'. A variable that is not set and has no default is an error.
void substitute_environment(Node& root, const Environment& environment, Report& report);

} // namespace weir
