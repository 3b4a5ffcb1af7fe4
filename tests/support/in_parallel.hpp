#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace weir {

// Runs `work(0) … work(count - 1)` on a thread each and waits for all of them. The first exception
// is thrown again here. Assertions belong after it, on the test's own thread: let work return
// values through what it captures.
inline void in_parallel(int count, const std::function<void(int)>& work)
{
    std::mutex mutex;
    std::exception_ptr failure;
    std::vector<std::thread> threads;
    for (int index = 0; index < count; ++index) {
        threads.emplace_back([&, index] {
            try {
                work(index);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!failure) failure = std::current_exception();
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    if (failure) std::rethrow_exception(failure);
}

} // namespace weir
