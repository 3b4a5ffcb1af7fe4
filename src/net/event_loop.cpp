#include <weir/net/event_loop.hpp>

#include <weir/net/stream.hpp>

#include <boost/asio/post.hpp>

#include <algorithm>

namespace weir {

EventLoop::EventLoop(const Clock& clock)
    : clock_(&clock), started_(clock.now()), timer_(context_.get_executor())
{
    tick();
}

EventLoop::~EventLoop() = default;

void EventLoop::run()
{
    const auto work = boost::asio::make_work_guard(context_.get_executor());
    context_.run();
}

void EventLoop::stop()
{
    context_.stop();
}

void EventLoop::on_tick(void (*call)(void*), void* context)
{
    on_tick_.push_back({call, context});
}

void EventLoop::tick()
{
    timer_.expires_after(TimerWheel::tick);
    timer_.async_wait(placed(tick_memory_, [this](boost::system::error_code error) {
        if (error) return;
        wheel_.advance(now() - started_);
        for (const Call& each : on_tick_)
            each.call(each.context);
        tick();
    }));
}

void EventLoop::read_at_end_of_turn(Stream& stream)
{
    reads_.push_back(&stream);
    if (turn_end_posted_) return;
    turn_end_posted_ = true;
    // Behind every event of this turn: Asio appends what is posted to the queue.
    boost::asio::post(context_.get_executor(), placed(turn_memory_, [this] { start_reads(); }));
}

void EventLoop::forget(Stream& stream)
{
    std::replace(reads_.begin(), reads_.end(), &stream, static_cast<Stream*>(nullptr));
    std::replace(reading_.begin(), reading_.end(), &stream, static_cast<Stream*>(nullptr));
}

void EventLoop::start_reads()
{
    turn_end_posted_ = false;
    reading_.swap(reads_);
    for (std::size_t i = 0; i < reading_.size(); ++i)
        if (reading_[i] != nullptr) reading_[i]->start_read();
    reading_.clear();
}

} // namespace weir
