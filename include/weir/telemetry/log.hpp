#pragma once

#include <weir/telemetry/settings.hpp>

#include <string>
#include <string_view>

namespace weir {

// What happens to the process: start, listen, drain, errors. Written to stderr at once by whoever
// logs; any thread. Per-request matters go through EventLog instead (event_log.hpp).
void configure_log(const LogSettings& settings); // before the first thread is started

void log_debug(std::string_view message);
void log_info(std::string_view message);
void log_warn(std::string_view message);
void log_error(std::string_view message);

} // namespace weir
