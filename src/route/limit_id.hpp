#pragma once

#include <weir/route/settings.hpp>

#include <cstdint>
#include <string_view>

namespace weir {

// What a limit is known by across reloads, restarts and processes: route name, limit name,
// algorithm and key, as one number. The limit's numbers (rate, window, cost) are not part of it,
// so what was used stays used when they change.
std::uint64_t limit_id(std::string_view route_name, const LimitSettings& limit);

} // namespace weir
