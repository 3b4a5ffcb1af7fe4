#pragma once

#include <weir/limit/concurrency.hpp>
#include <weir/limit/fixed_window.hpp>
#include <weir/limit/gcra.hpp>
#include <weir/limit/leaky_bucket.hpp>
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
using AnyLimiter = std::variant<FixedWindow, SlidingWindowLog, SlidingWindowCounter, TokenBucket,
                                LeakyBucket, Gcra, Concurrency>;

AnyLimiter make_limiter(const LimiterSettings& settings); // limiter_fault has found nothing

// What is out of range in the numbers of a limit, naming the field, or nullptr when they can be
// kept exactly: "limit must be at least 1".
const char* limiter_fault(const LimiterSettings& settings);

// Windows and the periods of rates are at most this long.
inline constexpr Duration most_window = std::chrono::hours{24 * 3660};

struct AlgorithmInfo {
    enum class Shape : unsigned char {
        window, // limit and window
        bucket, // rate and capacity
        slots,  // limit; given back by the requests themselves, not by time
    };

    Algorithm algorithm;
    std::string_view name; // as in weir.yaml
    Shape shape;
};
inline constexpr std::array<AlgorithmInfo, 7> algorithms{{
    {Algorithm::fixed_window, "fixed_window", AlgorithmInfo::Shape::window},
    {Algorithm::sliding_window_log, "sliding_window_log", AlgorithmInfo::Shape::window},
    {Algorithm::sliding_window_counter, "sliding_window_counter", AlgorithmInfo::Shape::window},
    {Algorithm::token_bucket, "token_bucket", AlgorithmInfo::Shape::bucket},
    {Algorithm::leaky_bucket, "leaky_bucket", AlgorithmInfo::Shape::bucket},
    {Algorithm::gcra, "gcra", AlgorithmInfo::Shape::bucket},
    {Algorithm::concurrency, "concurrency", AlgorithmInfo::Shape::slots},
}};
const AlgorithmInfo& info_of(Algorithm algorithm);
std::string_view algorithm_name(Algorithm algorithm);

// The whole allowance (RateLimit-Limit, q) and the time it stands for (w): limit and window, or
// what a bucket admits at one instant and the time it then takes to fill. Zero for slots.
std::int64_t allowance(const LimiterSettings& settings);
Duration allowance_window(const LimiterSettings& settings);

} // namespace weir
