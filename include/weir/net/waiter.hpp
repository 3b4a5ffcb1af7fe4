#pragma once

#include <coroutine>
#include <utility>

namespace weir {

// Whoever is told that something about a stream has changed.
class Notified {
public:
    virtual void notify() = 0;

protected:
    ~Notified() = default;
};

// Where one coroutine waits for "something has changed": bytes came, a blocked socket takes bytes
// again, a connection was made, a deadline passed. Whatever happens calls notify(); the coroutine
// looks at all of its streams after each change and does what has become possible. So one
// coroutine can drive both directions of a proxied exchange, without a task for each and without
// anything to cancel.
//
// A notification that comes while the coroutine is running is remembered, never lost; several of
// them count as one. One loop, one thread.
class Waiter final : public Notified {
public:
    Waiter() = default;
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    // Resumes the waiting coroutine within this call, or remembers. The waiter (and what owns it)
    // may be gone when this returns.
    void notify() override
    {
        if (waiting_) {
            std::exchange(waiting_, nullptr).resume();
        } else {
            changed_ = true;
        }
    }

    // co_await waiter.change();
    auto change()
    {
        struct Awaiter {
            Waiter& waiter;
            bool await_ready() const noexcept { return std::exchange(waiter.changed_, false); }
            void await_suspend(std::coroutine_handle<> handle) noexcept
            {
                waiter.waiting_ = handle;
            }
            void await_resume() const noexcept {}
        };
        return Awaiter{*this};
    }

private:
    std::coroutine_handle<> waiting_ = nullptr;
    bool changed_ = false;
};

} // namespace weir
