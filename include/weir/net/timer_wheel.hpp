#pragma once

#include <weir/base/time.hpp>

#include <array>
#include <cstddef>

namespace weir {

// Deadlines of one event loop, without a system call for any of them. One coarse tick drives all:
// a deadline fires within two ticks after it is due, never before.
//
// A deadline is a number. Moving it later, which is what nearly every request does, only writes
// the number; it is put into its new place when its old place in the wheel comes round. Only
// moving it earlier relinks it.
class TimerWheel;

class Deadline {
public:
    // `fire` gets `context` when the time has come; it may set, clear or destroy the deadline.
    Deadline(TimerWheel& wheel, void (*fire)(void*), void* context)
        : wheel_(wheel), fire_(fire), context_(context)
    {}
    ~Deadline();
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

    void set(Duration from_now);
    void clear() { due_ = never; }
    bool is_set() const { return due_ != never; }

private:
    friend class TimerWheel;
    static constexpr std::int64_t never = INT64_MAX;

    void unlink();

    TimerWheel& wheel_;
    void (*fire_)(void*);
    void* context_;
    std::int64_t due_ = never;  // tick
    std::int64_t slot_ = never; // tick whose slot it is linked into; never: not linked
    Deadline* next_ = nullptr;
    Deadline** link_ = nullptr; // what points at this one
};

class TimerWheel {
public:
    static constexpr Duration tick = std::chrono::milliseconds(50);
    static constexpr std::size_t slots = 512; // 25.6 s; what is due later waits in the last one

    // Fires all that is due. To be called about every tick; may be late.
    void advance(Duration since_start);
    std::size_t linked() const { return linked_; } // none: no need to tick

private:
    friend class Deadline;
    void link(Deadline& deadline, std::int64_t slot);
    std::int64_t slot_for(std::int64_t due) const;

    std::array<Deadline*, slots> heads_{};
    std::int64_t now_ = 0; // ticks
    std::size_t linked_ = 0;
};

} // namespace weir
