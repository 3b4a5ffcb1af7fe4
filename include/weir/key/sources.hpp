#pragma once

#include <weir/key/settings.hpp>

#include <string_view>

namespace weir {

// The name of a kind of source as weir.yaml has it: "ip", "header", "combine", ... Also part of a
// limit's identity, so a name never changes.
std::string_view source_kind_name(SourceSettings::Kind kind);

} // namespace weir
