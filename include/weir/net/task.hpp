#pragma once

#include <weir/net/frame_pool.hpp>

#include <coroutine>
#include <cstddef>
#include <exception>
#include <optional>
#include <utility>

namespace weir {

// A coroutine that starts when it is awaited and resumes whoever awaited it when it ends. Much
// leaner than asio::awaitable (no executor, no type erasure, no cancellation state), because all
// that it ever waits for is a Waiter (waiter.hpp) of its own event loop.
//
// An awaited task may borrow its caller's locals. One that nobody awaits is started with spawn()
// and owns what it touches. No exception may leave a task: that is a mistake of ours and ends the
// process.
template <typename T>
class [[nodiscard]] Task;

namespace task_detail {

struct Promise {
    std::coroutine_handle<> continuation = std::noop_coroutine();

    static void* operator new(std::size_t size) { return take_frame(size); }
    static void operator delete(void* frame, std::size_t size) { return_frame(frame, size); }

    std::suspend_always initial_suspend() noexcept { return {}; }
    [[noreturn]] void unhandled_exception() noexcept { std::terminate(); }

    struct Final {
        bool await_ready() noexcept { return false; }
        template <typename P>
        std::coroutine_handle<> await_suspend(std::coroutine_handle<P> ended) noexcept
        {
            return ended.promise().continuation;
        }
        void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
};

template <typename T>
struct ValuePromise : Promise {
    std::optional<T> value;

    Task<T> get_return_object();
    void return_value(T result) { value.emplace(std::move(result)); }
    T take() { return std::move(*value); }
};

template <>
struct ValuePromise<void> : Promise {
    Task<void> get_return_object();
    void return_void() {}
    void take() {}
};

} // namespace task_detail

template <typename T>
class [[nodiscard]] Task {
public:
    using promise_type = task_detail::ValuePromise<T>;

    explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
    Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Task& operator=(Task&&) = delete;
    ~Task()
    {
        if (handle_) handle_.destroy();
    }

    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) noexcept
    {
        handle_.promise().continuation = caller;
        return handle_;
    }
    T await_resume() { return handle_.promise().take(); }

private:
    std::coroutine_handle<promise_type> handle_;
};

namespace task_detail {

template <typename T>
Task<T> ValuePromise<T>::get_return_object()
{
    return Task<T>(std::coroutine_handle<ValuePromise<T>>::from_promise(*this));
}

inline Task<void> ValuePromise<void>::get_return_object()
{
    return Task<void>(std::coroutine_handle<ValuePromise<void>>::from_promise(*this));
}

// The root of a spawned task: starts at once and frees itself at its end.
struct Root {
    struct promise_type {
        static void* operator new(std::size_t size) { return take_frame(size); }
        static void operator delete(void* frame, std::size_t size) { return_frame(frame, size); }
        Root get_return_object() { return {}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        [[noreturn]] void unhandled_exception() noexcept { std::terminate(); }
    };
};

inline Root run_to_end(Task<void> task)
{
    co_await task;
}

} // namespace task_detail

// Runs `task` until it first waits; from then on it lives by itself. Whoever spawns keeps count of
// what is running (see EventLoop's users: the session list), so that drain can wait for it.
inline void spawn(Task<void> task)
{
    task_detail::run_to_end(std::move(task));
}

} // namespace weir
