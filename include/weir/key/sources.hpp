#pragma once

#include <weir/key/settings.hpp>

#include <string_view>

namespace weir {

// The name of a kind of source as weir.yaml has it: "ip", "header", "combine", ... Also part of a
// limit's identity, so a name never changes.
std::string_view source_kind_name(SourceSettings::Kind kind);
// The same for `missing`: "ip", "reject", ...
std::string_view missing_name(Missing missing);

} // namespace weir
