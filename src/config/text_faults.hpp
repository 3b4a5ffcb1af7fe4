#pragma once

#include "yaml.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace weir {

// The first thing that is wrong with a text before any grammar is looked at: bytes that are not
// UTF-8, control characters (so: binary files, UTF-16, NUL), a tab that indents, a directive.
std::optional<YamlFault> text_fault(std::string_view text);

// The characters in the first `bytes` of a text; bytes beyond its end count one each.
int character_count(std::string_view text, std::size_t bytes);

} // namespace weir
