#include "support/deadline.hpp"

#include <algorithm>
#include <ctime>
#include <poll.h>

namespace weir {

static Millis read_clock(clockid_t id)
{
    timespec now{};
    clock_gettime(id, &now);
    return Millis(static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000);
}

Millis monotonic_now()
{
    return read_clock(CLOCK_MONOTONIC);
}

Millis wall_clock_now()
{
    return read_clock(CLOCK_REALTIME);
}

int Deadline::poll_timeout() const
{
    const Millis left = at_ - monotonic_now();
    return static_cast<int>(std::max(left, Millis::zero()).count());
}

bool wait_until(const std::function<bool()>& condition, Millis usual)
{
    const Deadline deadline = Deadline::after(usual);
    while (!condition()) {
        if (deadline.passed()) return condition();
        poll(nullptr, 0, std::min(5, deadline.poll_timeout()));
    }
    return true;
}

void Timeline::reach(Millis moment) const
{
    for (Millis left = moment - elapsed(); left > Millis::zero(); left = moment - elapsed())
        poll(nullptr, 0, static_cast<int>(left.count()));
}

void reach_window_start(Millis window)
{
    const Millis left = window - wall_clock_now() % window;
    Timeline().reach(left + Millis(2));
}

} // namespace weir
