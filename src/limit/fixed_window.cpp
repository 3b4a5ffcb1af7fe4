#include <weir/limit/fixed_window.hpp>

#include <weir/base/assert.hpp>

#include <algorithm>

namespace weir {

namespace {

constexpr std::uint64_t most_used = std::uint64_t{1} << 62;

} // namespace

FixedWindow::FixedWindow(std::int64_t limit, Duration window, WindowAlign align)
    : limit_(limit), window_(window), align_(align)
{
    WEIR_ASSERT(limit > 0 && limit <= most_limit && window.count() > 0);
}

Outcome FixedWindow::look(State state, Cost cost, Instant now) const
{
    const State here = current(state, now);
    const auto used = static_cast<std::int64_t>(here.word);
    const Duration left = here.idle_at - now;

    Outcome outcome{.limit = limit_};
    std::int64_t used_then = used;
    if (cost <= limit_ - used) {
        outcome.admitted = true;
        used_then = used + cost;
    } else if (cost <= limit_) {
        outcome.wait = left;
    }
    // A limit that was lowered by a reload may be overspent.
    outcome.remaining = std::max<std::int64_t>(limit_ - used_then, 0);
    outcome.reset = used_then > 0 ? left : Duration::zero();
    return outcome;
}

State FixedWindow::charge(State state, Cost cost, Instant now) const
{
    State here = current(state, now);
    here.word += static_cast<std::uint64_t>(cost);
    return here;
}

State FixedWindow::clamped(State state, Instant now) const
{
    state.idle_at = std::min(state.idle_at, now + window_);
    return state;
}

State FixedWindow::adjusted(State state, Cost delta, Instant charged_at, Instant now) const
{
    State here = current(state, now);
    if (delta >= 0) {
        here.word = std::min(here.word + static_cast<std::uint64_t>(delta), most_used);
        return here;
    }
    if (charged_at < here.idle_at - window_) return state; // that window is over
    const auto back = static_cast<std::uint64_t>(-delta);
    if (here.word <= back) return {};
    here.word -= back;
    return here;
}

State FixedWindow::current(State state, Instant now) const
{
    if (state.idle_at > now) return clamped(state, now);
    if (align_ == WindowAlign::key) return {.idle_at = now + window_, .word = 0};
    return {.idle_at = now + window_ - now.time_since_epoch() % window_, .word = 0};
}

} // namespace weir
