#pragma once

#include <weir/base/clock.hpp>
#include <weir/net/buffer.hpp>
#include <weir/net/handler_memory.hpp>
#include <weir/net/timer_wheel.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <vector>

namespace weir {

class Stream;

// One thread's event loop: Asio's reactor, the coarse deadlines, the receive buffers, and the
// reads that wait for the end of the loop's turn. There is one per core; loops share nothing but
// the memory store and the log. All members but stop() and post() belong to the loop's thread.
class EventLoop {
public:
    explicit EventLoop(const Clock& clock);
    ~EventLoop();
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    void run();  // until stop()
    void stop(); // any thread

    boost::asio::io_context& context() { return context_; }
    TimerWheel& wheel() { return wheel_; }
    BufferPool& buffers() { return buffers_; }
    Instant now() const { return clock_->now(); }

    // Starts the stream's read when all events of this turn have been handled. By then its bytes
    // have often arrived, so the read succeeds at once; started earlier it would only find out
    // that there is nothing yet, at the price of a system call.
    void read_at_end_of_turn(Stream& stream);
    void forget(Stream& stream); // it is closing

    // Called on every tick (50 ms): flushing logs and the like.
    void on_tick(void (*call)(void*), void* context);

private:
    void tick();
    void start_reads();

    const Clock* clock_;
    Instant started_;
    TimerWheel wheel_;
    BufferPool buffers_;
    HandlerMemory tick_memory_;
    HandlerMemory turn_memory_;
    std::vector<Stream*> reads_;   // wanted
    std::vector<Stream*> reading_; // being started right now
    bool turn_end_posted_ = false;
    struct Call {
        void (*call)(void*);
        void* context;
    };
    std::vector<Call> on_tick_;
    // Last, so first to go: destroying the context destroys the operations that are still under
    // way, and with them streams that give back their buffers and leave the lists above.
    // All I/O objects belong to the loop's thread, so the reactor takes no locks for them; posting
    // from other threads stays safe.
    boost::asio::io_context context_{BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO};
    boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                      boost::asio::wait_traits<std::chrono::steady_clock>,
                                      boost::asio::io_context::executor_type>
        timer_;
};

} // namespace weir
