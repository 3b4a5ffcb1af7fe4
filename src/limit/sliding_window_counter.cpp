#include <weir/limit/sliding_window_counter.hpp>

#include "wide.hpp"

#include <weir/base/assert.hpp>

#include <algorithm>

namespace weir {

SlidingWindowCounter::SlidingWindowCounter(std::int64_t limit, Duration window)
    : limit_(limit), window_(window)
{
    WEIR_ASSERT(limit > 0 && limit <= most_limit && window.count() > 0);
}

Outcome SlidingWindowCounter::look(State state, Cost cost, Instant now) const
{
    Counts here = counts(state, now);
    const std::int64_t weighted_previous = weighted(here.previous, now - here.start);
    const std::int64_t used = weighted_previous + here.current;

    Outcome outcome{.limit = limit_};
    if (cost <= limit_ - used) {
        outcome.admitted = true;
        outcome.remaining = limit_ - used - cost;
        here.current += cost;
        if (used + cost > 0) outcome.reset = idle_at(here) - now;
        return outcome;
    }

    // A limit that was lowered by a reload may be overspent.
    outcome.remaining = std::max<std::int64_t>(limit_ - used, 0);
    if (used > 0) outcome.reset = idle_at(here) - now;
    if (cost > limit_) return outcome;

    // Either the previous window fades enough within this one, or this one has to end and fade.
    const std::int64_t room = limit_ - cost;
    const Instant enough = here.current <= room
                               ? here.start + fades_to(here.previous, room - here.current)
                               : here.start + window_ + fades_to(here.current, room);
    outcome.wait = enough - now;
    return outcome;
}

State SlidingWindowCounter::charge(State state, Cost cost, Instant now) const
{
    Counts here = counts(state, now);
    here.current += cost;
    return pack(here);
}

State SlidingWindowCounter::clamped(State state, Instant now) const
{
    if (state.idle_at <= now) return state;
    const Instant start = start_of(now);
    if (start_of(state.idle_at - Duration{1}) - window_ <= start) return state;
    return pack(counts(state, now));
}

State SlidingWindowCounter::adjusted(State state, Cost delta, Instant charged_at, Instant now) const
{
    Counts here = counts(state, now);
    if (delta >= 0) {
        here.current += std::min(delta, most_limit - here.current);
    } else {
        const Instant window_charged = start_of(charged_at);
        if (window_charged == here.start)
            here.current = std::max<std::int64_t>(here.current + delta, 0);
        else if (window_charged == here.start - window_)
            here.previous = std::max<std::int64_t>(here.previous + delta, 0);
    }
    if (here.current > 0) return pack(here);
    if (here.previous == 0) return {};
    // As it was when the last window ended: pack wants a count in the window that it starts from.
    const State before = pack({here.start - window_, 0, here.previous});
    return before.idle_at > now ? before : State{};
}

SlidingWindowCounter::Counts SlidingWindowCounter::counts(State state, Instant now) const
{
    const Instant start = start_of(now);
    if (state.idle_at <= now) return {start, 0, 0};

    const auto previous = static_cast<std::int64_t>(state.word >> 32);
    const auto current = static_cast<std::int64_t>(state.word & 0xFFFF'FFFF);
    // idle_at lies in the window after that of the last charge, or at its very end.
    const Instant charged = start_of(state.idle_at - Duration{1}) - window_;
    if (charged == start) return {start, previous, current};
    if (charged < start) return {start, current, 0};
    return {start, 0, std::min(previous + current, limit_)};
}

Instant SlidingWindowCounter::start_of(Instant at) const
{
    return at - at.time_since_epoch() % window_;
}

std::int64_t SlidingWindowCounter::weighted(std::int64_t previous, Duration elapsed) const
{
    return divide_down(Wide{previous} * (window_ - elapsed).count(), window_.count());
}

// The least elapsed time at which `previous`, being more than `most`, weighs no more than that:
// previous * (window - elapsed) < (most + 1) * window. At most one window.
Duration SlidingWindowCounter::fades_to(std::int64_t previous, std::int64_t most) const
{
    const std::int64_t left = divide_up(Wide{most + 1} * window_.count(), previous) - 1;
    return window_ - Duration{left};
}

// From here on the floor is zero for good.
Instant SlidingWindowCounter::idle_at(const Counts& counts) const
{
    if (counts.current > 0) return counts.start + window_ + fades_to(counts.current, 0);
    return counts.start + fades_to(counts.previous, 0);
}

// Only for counts that were just charged: the start is found again from current, which is not zero.
State SlidingWindowCounter::pack(const Counts& counts) const
{
    return {.idle_at = idle_at(counts),
            .word = (static_cast<std::uint64_t>(counts.previous) << 32) |
                    static_cast<std::uint64_t>(counts.current)};
}

} // namespace weir
