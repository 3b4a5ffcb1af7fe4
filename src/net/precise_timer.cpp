#include <weir/net/precise_timer.hpp>

namespace weir {

void PreciseTimer::set(Instant due)
{
    clear();
    due_ = due;
    timers_.add(*this);
}

void PreciseTimer::clear()
{
    if (place_ != nowhere) timers_.remove(*this);
}

// A timer that is set again while this goes on is looked at again, but time stands still here.
void PreciseTimers::fire(Instant now)
{
    while (!heap_.empty() && heap_.front()->due_ <= now) {
        PreciseTimer& timer = *heap_.front();
        remove(timer);
        timer.waiter_.notify();
    }
}

void PreciseTimers::add(PreciseTimer& timer)
{
    heap_.push_back(&timer);
    timer.place_ = heap_.size() - 1;
    rise(timer.place_);
}

void PreciseTimers::remove(PreciseTimer& timer)
{
    const std::size_t place = timer.place_;
    timer.place_ = PreciseTimer::nowhere;
    PreciseTimer* const last = heap_.back();
    heap_.pop_back();
    if (last == &timer) return;
    put(place, last);
    rise(place);
    sink(last->place_);
}

void PreciseTimers::put(std::size_t place, PreciseTimer* timer)
{
    heap_[place] = timer;
    timer->place_ = place;
}

void PreciseTimers::rise(std::size_t place)
{
    PreciseTimer* const timer = heap_[place];
    while (place > 0) {
        const std::size_t parent = (place - 1) / 2;
        if (heap_[parent]->due_ <= timer->due_) break;
        put(place, heap_[parent]);
        place = parent;
    }
    put(place, timer);
}

void PreciseTimers::sink(std::size_t place)
{
    PreciseTimer* const timer = heap_[place];
    for (std::size_t child; (child = 2 * place + 1) < heap_.size(); place = child) {
        if (child + 1 < heap_.size() && heap_[child + 1]->due_ < heap_[child]->due_) ++child;
        if (timer->due_ <= heap_[child]->due_) break;
        put(place, heap_[child]);
    }
    put(place, timer);
}

} // namespace weir
