#pragma once

#include <weir/limit/limiter.hpp>

#include <cstdint>
#include <string_view>

namespace weir {

// Two counts that stand for a log: units admitted in the current window and in the one before,
// which counts less the further the current window has advanced:
//
//     used = floor(previous * (window - elapsed) / window) + current
//
// A request is admitted when used + cost is at most `limit`. Windows are multiples of their length
// since the Unix epoch. The product is taken in 128 bits, so nothing is rounded but by the floor.
//
// State: word holds previous and current, 32 bits each, hence most_limit. idle_at is the moment
// from which the floor is zero although the old window still weighs a little: with current = 5,
// one nanosecond after 80 % of the next window. From it the window of the last charge follows.
// When the clock steps back before that window, both counts are taken as used in the present one.
class SlidingWindowCounter {
public:
    static constexpr std::string_view name = "sliding_window_counter";
    static constexpr std::int64_t most_limit = 4'294'967'295;

    SlidingWindowCounter(std::int64_t limit, Duration window);

    Outcome look(State state, Cost cost, Instant now) const;
    State charge(State state, Cost cost, Instant now) const;
    State clamped(State state, Instant now) const;
    State adjusted(State state, Cost delta, Instant charged_at, Instant now) const;

private:
    struct Counts {
        Instant start; // of the window that now lies in
        std::int64_t previous;
        std::int64_t current;
    };
    Counts counts(State state, Instant now) const;
    Instant start_of(Instant at) const;
    std::int64_t weighted(std::int64_t previous, Duration elapsed) const;
    Duration fades_to(std::int64_t previous, std::int64_t most) const;
    Instant idle_at(const Counts& counts) const;
    State pack(const Counts& counts) const;

    std::int64_t limit_;
    Duration window_;
};

static_assert(Limiter<SlidingWindowCounter>);

} // namespace weir
