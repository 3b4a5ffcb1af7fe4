#include <weir/net/event_loop.hpp>

#include <algorithm>

namespace weir {

EventLoop::EventLoop(const Clock& clock)
    : clock_(&clock), started_(clock.now()), next_tick_(started_ + TimerWheel::tick),
      mailbox_(poller_)
{}

void EventLoop::run()
{
    while (!stopped_.load(std::memory_order_relaxed))
        turn(TimerWheel::tick);
}

void EventLoop::stop()
{
    stopped_.store(true, std::memory_order_relaxed);
    mailbox_.wake();
}

void EventLoop::turn(Duration patience)
{
    const Instant next = timers_.empty() ? next_tick_ : std::min(next_tick_, timers_.next());
    poller_.turn(std::clamp(next - now(), Duration::zero(), patience));
    const Instant turned = now();
    timers_.fire(turned);
    if (turned < next_tick_) return;
    next_tick_ = turned + TimerWheel::tick;
    wheel_.advance(turned - started_);
    for (const Call& each : on_tick_)
        each.call(each.context);
}

void EventLoop::on_tick(void (*call)(void*), void* context)
{
    on_tick_.push_back({call, context});
}

} // namespace weir
