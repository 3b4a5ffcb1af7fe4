#pragma once

#include <weir/base/time.hpp>

namespace weir {

// Where time comes from. Whoever owns a piece of state owns its clock and passes `now` on as an
// argument; nothing below `store` ever asks for the time itself.
class Clock {
public:
    virtual ~Clock() = default;
    virtual Instant now() const = 0; // any thread; never earlier than an earlier answer
};

// The wall clock as read once at construction, moved on by the monotonic clock. Stepping the wall
// clock afterwards changes nothing (cases C44 and C97).
class SystemClock final : public Clock {
public:
    SystemClock();
    Instant now() const override;

private:
    Duration offset_; // Timeline minus monotonic
};

// Seconds since the Unix epoch by the wall clock as it stands now: for the Date field, HTTP-dates
// and log lines, never for a limit.
std::int64_t wall_clock_seconds();

} // namespace weir
