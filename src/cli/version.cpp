#include "command_line.hpp"
#include "verbs.hpp"

#include <weir/version.hpp>

#include <iostream>

namespace weir {

int version_verb(const Arguments& arguments)
{
    CommandLine line("version");
    if (const auto code = line.parse(arguments)) return *code;
    std::cout << "weir " << version << "\n";
    return 0;
}

} // namespace weir
