#pragma once

#include <weir/limit/fixed_window.hpp>
#include <weir/limit/gcra.hpp>
#include <weir/limit/limiter.hpp>
#include <weir/limit/settings.hpp>
#include <weir/limit/sliding_window_counter.hpp>
#include <weir/limit/sliding_window_log.hpp>
#include <weir/limit/token_bucket.hpp>

#include <array>
#include <string_view>
#include <variant>

namespace weir {

// The table of all limiters. To add one: write its singular file, add it here, to Algorithm and to
// make_limiter; the laws in tests/laws run on it by themselves.
using AnyLimiter =
    std::variant<FixedWindow, SlidingWindowLog, SlidingWindowCounter, TokenBucket, Gcra>;

AnyLimiter make_limiter(const LimiterSettings& settings); // limiter_fault has found nothing

// What is out of range in the numbers of a limit, naming the field, or nullptr when they can be
// kept exactly: "limit must be at least 1".
const char* limiter_fault(const LimiterSettings& settings);

// Windows and the periods of rates are at most this long.
inline constexpr Duration most_window = std::chrono::hours{24 * 366};

struct AlgorithmInfo {
    Algorithm algorithm;
    std::string_view name; // as in weir.yaml
    bool is_window;        // takes limit and window; otherwise rate and capacity
};
inline constexpr std::array<AlgorithmInfo, 5> algorithms{{
    {Algorithm::fixed_window, "fixed_window", true},
    {Algorithm::sliding_window_log, "sliding_window_log", true},
    {Algorithm::sliding_window_counter, "sliding_window_counter", true},
    {Algorithm::token_bucket, "token_bucket", false},
    {Algorithm::gcra, "gcra", false},
}};
std::string_view algorithm_name(Algorithm algorithm);

// The whole allowance (RateLimit-Limit, q) and the time it stands for (w): limit and window, or
// capacity and the time an empty bucket takes to fill.
std::int64_t allowance(const LimiterSettings& settings);
Duration allowance_window(const LimiterSettings& settings);

} // namespace weir
