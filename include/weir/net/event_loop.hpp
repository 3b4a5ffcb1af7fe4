#pragma once

#include <weir/base/clock.hpp>
#include <weir/net/buffer.hpp>
#include <weir/net/mailbox.hpp>
#include <weir/net/poller.hpp>
#include <weir/net/precise_timer.hpp>
#include <weir/net/timer_wheel.hpp>

#include <atomic>
#include <functional>
#include <vector>

namespace weir {

// One thread's event loop: streams and listeners, the coarse deadlines and the receive buffers.
// There is one per core; loops share nothing but the memory store and the log. All members belong
// to its thread but for stop() and post().
class EventLoop {
public:
    explicit EventLoop(const Clock& clock);
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    void run();  // until stop()
    void stop(); // any thread
    // Any thread: calls `task` on the loop's. One that is posted when the loop has stopped is
    // never called. For what happens seldom: it takes a lock and a system call.
    void post(std::function<void()> task) { mailbox_.post(std::move(task)); }

    // One turn that waits for at most `patience`: what run() does over and over.
    void turn(Duration patience);

    TimerWheel& wheel() { return wheel_; }
    PreciseTimers& timers() { return timers_; }
    BufferPool& buffers() { return buffers_; }
    Instant now() const { return clock_->now(); }
    Poller& poller() { return poller_; }

    // Called on every tick (50 ms): flushing logs and the like.
    void on_tick(void (*call)(void*), void* context);

private:
    struct Call {
        void (*call)(void*);
        void* context;
    };

    const Clock* clock_;
    Instant started_;
    Instant next_tick_;
    Poller poller_;
    Mailbox mailbox_;
    TimerWheel wheel_;
    PreciseTimers timers_;
    BufferPool buffers_;
    std::vector<Call> on_tick_;
    std::atomic<bool> stopped_ = false;
};

} // namespace weir
