#pragma once

#include <weir/base/time.hpp>
#include <weir/base/units.hpp>

#include <cstdint>
#include <optional>

namespace weir {

// Spelled as in weir.yaml. The table of what each one is lies in limiters.hpp.
enum class Algorithm {
    fixed_window,
    sliding_window_log,
    sliding_window_counter,
    token_bucket,
    leaky_bucket,
    gcra,
    concurrency,
};

// Where the boundaries of a fixed window lie: multiples of the window since the Unix epoch, or
// counted from each key's own first request.
enum class WindowAlign { epoch, key };

// The numbers of one limit, as checked by the configuration: the windows use limit and window,
// the buckets rate and capacity, concurrency only limit; the rest stays zero.
struct LimiterSettings {
    Algorithm algorithm = Algorithm::token_bucket;
    std::int64_t limit = 0; // units per window
    Duration window{};
    WindowAlign align = WindowAlign::epoch;
    Rate rate{};                  // refill
    std::int64_t capacity = 0;    // tokens in a full bucket, or how many may wait in a leaky one
    std::int64_t delay_after = 0; // leaky_bucket: so many more leave at once
    std::optional<Duration> max_delay = {}; // leaky_bucket: refused rather than held longer
    std::int64_t debt = 0; // buckets: how many tokens settling may go below an empty one

    bool operator==(const LimiterSettings&) const = default;
};

} // namespace weir
