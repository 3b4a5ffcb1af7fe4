#pragma once

#include <chrono>
#include <cstdint>

namespace weir {

// All of Weir's time is integer nanoseconds. `Instant` is a moment on the process's own timeline:
// nanoseconds since the Unix epoch as the wall clock told them when the process started, moved on
// by the monotonic clock ever since (see clock.hpp). It never steps, so no limit can be reset or
// frozen by somebody who corrects the wall clock. Arithmetic on it never touches floating point.
struct Timeline {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<Timeline, duration>;
    static constexpr bool is_steady = true;
};

using Duration = Timeline::duration;
using Instant = Timeline::time_point;

constexpr std::int64_t nanoseconds_of(Instant at)
{
    return at.time_since_epoch().count();
}

// Whole seconds, rounded up: what HTTP fields carry, so that no client is told to come back early.
constexpr std::int64_t ceil_seconds(Duration duration)
{
    const std::int64_t second = 1'000'000'000;
    const std::int64_t count = duration.count();
    return count <= 0 ? 0 : (count - 1) / second + 1;
}

} // namespace weir
