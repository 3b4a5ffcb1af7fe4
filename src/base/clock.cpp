#include <weir/base/clock.hpp>

#include <chrono>
#include <ctime>

namespace weir {

namespace {

Duration read(clockid_t id)
{
    timespec at{};
    clock_gettime(id, &at);
    return std::chrono::seconds(at.tv_sec) + std::chrono::nanoseconds(at.tv_nsec);
}

} // namespace

SystemClock::SystemClock() : offset_(read(CLOCK_REALTIME) - read(CLOCK_MONOTONIC))
{}

Instant SystemClock::now() const
{
    return Instant(read(CLOCK_MONOTONIC) + offset_);
}

std::int64_t wall_clock_seconds()
{
    // The coarse clock is exact to a few milliseconds and costs no more than a memory read.
    timespec at{};
    clock_gettime(CLOCK_REALTIME_COARSE, &at);
    return at.tv_sec;
}

} // namespace weir
