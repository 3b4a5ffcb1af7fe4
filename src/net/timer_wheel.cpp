#include <weir/net/timer_wheel.hpp>

#include <algorithm>

namespace weir {

Deadline::~Deadline()
{
    unlink();
}

void Deadline::set(Duration from_now)
{
    // One tick more than asked, because the wheel's idea of now may be a whole tick old.
    due_ = wheel_.now_ +
           (from_now.count() + TimerWheel::tick.count() - 1) / TimerWheel::tick.count() + 1;
    if (slot_ <= due_ && slot_ != never) return;
    unlink();
    wheel_.link(*this, wheel_.slot_for(due_));
}

void Deadline::unlink()
{
    if (slot_ == never) return;
    *link_ = next_;
    if (next_ != nullptr) next_->link_ = link_;
    slot_ = never;
    --wheel_.linked_;
}

std::int64_t TimerWheel::slot_for(std::int64_t due) const
{
    return std::clamp<std::int64_t>(due, now_ + 1, now_ + static_cast<std::int64_t>(slots) - 1);
}

void TimerWheel::link(Deadline& deadline, std::int64_t slot)
{
    Deadline*& head = heads_[static_cast<std::size_t>(slot) % slots];
    deadline.slot_ = slot;
    deadline.next_ = head;
    deadline.link_ = &head;
    if (head != nullptr) head->link_ = &deadline.next_;
    head = &deadline;
    ++linked_;
}

void TimerWheel::advance(Duration since_start)
{
    const std::int64_t target = since_start.count() / tick.count();
    while (now_ < target) {
        ++now_;
        // A fired deadline may link others, but never into the slot of now (slot_for).
        Deadline*& head = heads_[static_cast<std::size_t>(now_) % slots];
        while (head != nullptr) {
            Deadline& deadline = *head;
            deadline.unlink();
            if (deadline.due_ == Deadline::never) continue;
            if (deadline.due_ > now_) {
                link(deadline, slot_for(deadline.due_));
                continue;
            }
            deadline.due_ = Deadline::never;
            deadline.fire_(deadline.context_);
        }
        if (linked_ == 0) now_ = target;
    }
}

} // namespace weir
