#pragma once

#include <weir/base/time.hpp>

#include <string>

namespace weir {

// "1 second", "12 seconds".
void append_seconds(std::string& out, std::int64_t seconds);

// What stands behind "per": "second", "15 minutes", "250 milliseconds"; in the largest unit that
// leaves no rest.
void append_period(std::string& out, Duration period);

} // namespace weir
