#pragma once

#include <weir/limit/limiter.hpp>

#include <cstdint>
#include <string_view>

namespace weir {

// At most `limit` units in flight: a request takes its cost when it is admitted and gives it back
// by adjusted() when it ends, exactly once. Time plays no part, so of the limiters' laws those
// that speak of it do not hold: a key in use is live for as long as it takes, and how long a
// refused caller should wait nobody can know; it is told `retry`, and so is how long until all is
// free.
//
// State: word is what is in flight, idle_at the end of time while that is more than nothing.
class Concurrency {
public:
    static constexpr std::string_view name = "concurrency";
    static constexpr std::int64_t most_limit = 1'000'000'000;
    static constexpr Duration retry = std::chrono::seconds(1);

    explicit Concurrency(std::int64_t limit);

    Outcome look(State state, Cost cost, Instant now) const;
    State charge(State state, Cost cost, Instant now) const;
    State clamped(State state, Instant) const { return state; }
    State adjusted(State state, Cost delta, Instant charged_at, Instant now) const;

private:
    std::int64_t limit_;
};

static_assert(Limiter<Concurrency>);

} // namespace weir
