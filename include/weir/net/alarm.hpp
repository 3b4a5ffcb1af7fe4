#pragma once

#include <weir/net/timer_wheel.hpp>
#include <weir/net/waiter.hpp>

namespace weir {

// The one deadline of a coroutine: when it passes, the coroutine's waiter is notified and
// expired() holds until the alarm is set again.
class Alarm {
public:
    Alarm(TimerWheel& wheel, Waiter& waiter)
        : deadline_(
              wheel, [](void* self) { static_cast<Alarm*>(self)->ring(); }, this),
          waiter_(waiter)
    {}

    void set(Duration from_now)
    {
        expired_ = false;
        deadline_.set(from_now);
    }
    bool expired() const { return expired_; }

private:
    void ring()
    {
        expired_ = true;
        waiter_.notify();
    }

    Deadline deadline_;
    Waiter& waiter_;
    bool expired_ = false;
};

} // namespace weir
