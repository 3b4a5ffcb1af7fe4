#pragma once

#include <weir/base/time.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

namespace weir {

// The limiters: pure arithmetic on integers. A limiter is a small value that holds what the
// operator configured; what it knows about one key is a State that somebody else keeps (the
// store), and the time is an argument. `look` apart from `charge` is what makes "all limits or
// none" two loops: look at all, and only when all admit, charge all.
//
// Laws that every limiter keeps (tests/laws/limiter_laws.cpp):
//  - look changes nothing; charge is called only after a look that admitted, with the same now;
//  - adjusted moves what was used by delta units once the real cost is known: up, even below zero
//    (only `debt` units far where a limit has one), or back down, where what was charged at
//    charged_at has not run out by itself;
//  - a State whose idle_at is not after now behaves exactly like State{}: an idle key needs no
//    memory;
//  - a refused caller that waits exactly `wait` is admitted if nothing else came, and one
//    nanosecond earlier is refused;
//  - remaining is never negative; reset is the time until State{} is reached again;
//  - over any stretch no more is admitted than the definition says;
//  - a clock that stands still or steps back never admits more, and never makes a wait longer
//    than the limiter's own whole period (two windows for sliding_window_counter).
//
// For the last law there is `clamped`: the state as it counts at `now`. It differs from what was
// kept only when that lies further in the future than the limiter itself can put it, which means
// that the clock stepped back (or that a reload made the numbers smaller); then it is pulled back
// to the most that can be owed at `now`. look and charge take that into account by themselves; the
// store also writes it down, so that the wait told to a refused caller comes true.
//
// Time starts at the Unix epoch: `now` is never before it.

using Cost = std::int64_t; // units of a limit that one request uses; at least 1

// What is kept for one key. The same two words for every limiter, so that one table serves all.
struct State {
    Instant idle_at{};      // from this moment on the key is as if never seen
    std::uint64_t word = 0; // the limiter's own; meaningless once idle

    bool operator==(const State&) const = default;
};

// One limiter's answer.
struct Outcome {
    bool admitted = false;
    std::int64_t limit = 0;     // the whole allowance: capacity, or limit per window
    std::int64_t remaining = 0; // units left after this request if admitted, as they are if refused
    Duration reset{};           // until the caller has the whole allowance again
    std::optional<Duration> wait =
        {};                  // refused: the shortest wait that helps; nothing when none does
    Duration delay{};        // admitted: how long it is held back before it may go on
    bool overflowed = false; // decided by what the keys share that found no place in the store

    bool operator==(const Outcome&) const = default;
};

// A limiter whose whole knowledge of a key is its State. The one that needs more,
// sliding_window_log, has the same three verbs on a TimestampLog.
template <typename L>
concept Limiter = requires(const L& limiter, State state, Cost cost, Instant now)
{
    {
        L::name
        } -> std::convertible_to<std::string_view>;
    {
        limiter.look(state, cost, now)
        } -> std::same_as<Outcome>;
    {
        limiter.charge(state, cost, now)
        } -> std::same_as<State>;
    {
        limiter.clamped(state, now)
        } -> std::same_as<State>;
    {
        limiter.adjusted(state, cost, now, now)
        } -> std::same_as<State>;
};

} // namespace weir
