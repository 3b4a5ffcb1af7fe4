#pragma once

#include <weir/base/time.hpp>
#include <weir/net/waiter.hpp>

#include <cstddef>
#include <vector>

namespace weir {

class PreciseTimers;

// A moment to the millisecond that one coroutine waits for, for the few that the coarse wheel does
// not do for: requests held back by a leaky bucket. Its waiter is notified when the moment has
// come.
class PreciseTimer {
public:
    PreciseTimer(PreciseTimers& timers, Waiter& waiter) : timers_(timers), waiter_(waiter) {}
    ~PreciseTimer() { clear(); }
    PreciseTimer(const PreciseTimer&) = delete;
    PreciseTimer& operator=(const PreciseTimer&) = delete;

    void set(Instant due); // anew: a former moment is forgotten
    void clear();

private:
    friend class PreciseTimers;
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    PreciseTimers& timers_;
    Waiter& waiter_;
    Instant due_{};
    std::size_t place_ = nowhere; // in the heap
};

// Those of one loop, the next one first: a binary heap. One thread.
class PreciseTimers {
public:
    bool empty() const { return heap_.empty(); }
    Instant next() const { return heap_.front()->due_; } // not when empty
    void fire(Instant now);                              // all that is due

private:
    friend class PreciseTimer;

    void add(PreciseTimer& timer);
    void remove(PreciseTimer& timer);
    void put(std::size_t place, PreciseTimer* timer);
    void rise(std::size_t place);
    void sink(std::size_t place);

    std::vector<PreciseTimer*> heap_;
};

} // namespace weir
