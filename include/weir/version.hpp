#pragma once

namespace weir {

inline constexpr const char* version = "0.1.0";

} // namespace weir
