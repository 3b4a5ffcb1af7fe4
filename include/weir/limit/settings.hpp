#pragma once

#include <weir/base/time.hpp>
#include <weir/base/units.hpp>

#include <cstdint>

namespace weir {

// Spelled as in weir.yaml. The table of what each one is lies in limiters.hpp.
enum class Algorithm {
    fixed_window,
    sliding_window_log,
    sliding_window_counter,
    token_bucket,
    gcra,
};

// Where the boundaries of a fixed window lie: multiples of the window since the Unix epoch, or
// counted from each key's own first request.
enum class WindowAlign { epoch, key };

// The numbers of one limit, as checked by the configuration: the windows use limit and window,
// the buckets rate and capacity; the rest stays zero.
struct LimiterSettings {
    Algorithm algorithm = Algorithm::token_bucket;
    std::int64_t limit = 0; // units per window
    Duration window{};
    WindowAlign align = WindowAlign::epoch;
    Rate rate{};               // refill
    std::int64_t capacity = 0; // tokens in a full bucket; the file's default is rate.count

    bool operator==(const LimiterSettings&) const = default;
};

} // namespace weir
