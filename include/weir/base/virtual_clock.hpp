#pragma once

#include <weir/base/clock.hpp>

namespace weir {

// Time that moves only when told to: for tests and `weir simulate`. One thread.
class VirtualClock final : public Clock {
public:
    explicit VirtualClock(Instant start = Instant{}) : now_(start) {}

    Instant now() const override { return now_; }
    void advance(Duration by) { now_ += by; }
    void set(Instant at) { now_ = at; } // may step back: limiters must bear it

private:
    Instant now_;
};

} // namespace weir
