#pragma once

#include <weir/base/units.hpp>
#include <weir/limit/limiter.hpp>

#include <cstdint>

namespace weir {

// The arithmetic that token_bucket and gcra share: a bucket kept as one moment instead of a count.
//
// `full_at` is when the bucket will be full again. A request of cost n moves it n token intervals
// into the future, and it may never lie further ahead of now than a whole bucket takes to fill. A
// moment that has passed means a full bucket, so a key that has been quiet needs no state at all.
//
// A token interval is rarely whole nanoseconds (1/7 s is not), and rounding it would let through
// too much or too little for ever. So the rate is reduced to tokens_/nanoseconds_ in lowest terms
// and time is counted in parts of 1/tokens_ nanosecond: a token is exactly nanoseconds_ parts, a
// nanosecond exactly tokens_ parts. At 7/s, tokens_ = 7 and nanoseconds_ = 1'000'000'000.
// In State, idle_at is full_at rounded up to a nanosecond and word the parts that were added by
// rounding (less than tokens_): full_at = idle_at - word / tokens_.
//
// Exact for every rate whose count and period fit 64 bits, while the capacity is at most
// most_capacity and an empty bucket fills within most_fill_time. The arithmetic is written once,
// for parts in 64 bits, which hold a whole bucket of nearly every configuration, and in 128.
class BucketSchedule {
public:
    static constexpr std::int64_t most_capacity = 1'000'000'000'000'000;
    static constexpr Duration most_fill_time = std::chrono::hours{24 * 36'600};

    // `debt`: how many tokens more than a whole bucket may be owed after adjusted().
    BucketSchedule(const Rate& rate, std::int64_t capacity, std::int64_t debt = 0);

    Outcome look(State state, Cost cost, Instant now) const;
    State charge(State state, Cost cost, Instant now) const;
    State clamped(State state, Instant now) const;
    State adjusted(State state, Cost delta, Instant charged_at, Instant now) const;

    // How long until no more than `tokens` are missing from a full bucket, rounded up.
    Duration until_missing(State state, std::int64_t tokens, Instant now) const;
    Duration interval(std::int64_t tokens) const; // in which so many come back, rounded down
    Duration fill_time() const; // of one that owes the most, rounded up; Duration::max() if more

private:
    bool narrow() const { return most_ahead_ > Duration::zero(); }
    template <typename Parts>
    Outcome look_in(State state, Cost cost, Instant now) const;
    template <typename Parts>
    State charge_in(State state, Cost cost, Instant now) const;
    template <typename Parts>
    State clamped_in(State state, Instant now) const;
    template <typename Parts>
    Parts parts_ahead(State state, Instant now) const;
    template <typename Parts>
    Parts owed_parts(State state, Instant now) const;

    std::int64_t tokens_;      // come back in
    std::int64_t nanoseconds_; // this time; no common divisor
    std::int64_t capacity_;
    std::int64_t most_owed_; // tokens: a whole bucket and the debt
    Duration most_ahead_{};  // of all that owed, if 64 bits hold its parts; otherwise zero
};

} // namespace weir
