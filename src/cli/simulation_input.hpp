#pragma once

#include "progress_bar.hpp"

#include <weir/base/result.hpp>
#include <weir/simulate/access_log.hpp>
#include <weir/simulate/arrivals.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace weir {

// What `weir simulate` runs on. Files are held in memory, so they have a bound; "-" is standard
// input.
inline constexpr std::size_t most_input_bytes = std::size_t{256} << 20;

// `process` is "poisson:6/s". Errors name the option that is wrong.
Result<std::vector<Arrival>> made_arrivals(const std::string& process, const std::string& length,
                                           std::uint32_t seed);
Result<std::vector<Arrival>> recorded_arrivals(const std::string& path);
Result<AccessLog> logged_requests(const std::string& path, ProgressBar& bar);

} // namespace weir
