#pragma once

#include <weir/limit/limiter.hpp>
#include <weir/limit/settings.hpp>

#include <cstdint>
#include <string_view>

namespace weir {

// At most `limit` units per window. With `align: epoch` the windows are multiples of their length
// since the Unix epoch, the same for all keys; with `align: key` each key's window starts with its
// first request. Two full allowances can meet at a boundary; that is the definition's price.
//
// State: idle_at is the end of the window, word the units used in it. A window never ends later
// than its own length from now: after the clock stepped back it ends exactly then, with what was
// used still used. Limit up to most_limit.
class FixedWindow {
public:
    static constexpr std::string_view name = "fixed_window";
    static constexpr std::int64_t most_limit = 1'000'000'000'000'000;

    FixedWindow(std::int64_t limit, Duration window, WindowAlign align);

    Outcome look(State state, Cost cost, Instant now) const;
    State charge(State state, Cost cost, Instant now) const;
    State clamped(State state, Instant now) const;
    State adjusted(State state, Cost delta, Instant charged_at, Instant now) const;

private:
    State current(State state, Instant now) const; // the window that now lies in

    std::int64_t limit_;
    Duration window_;
    WindowAlign align_;
};

static_assert(Limiter<FixedWindow>);

} // namespace weir
