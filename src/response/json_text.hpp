#pragma once

#include <cstddef>
#include <string>

namespace weir {

// Escapes for JSON, in place, what lies in `out` from `start` on. Text without anything to escape,
// which is nearly all there is, costs one walk over it and no memory.
void escape_json_tail(std::string& out, std::size_t start);

} // namespace weir
