#pragma once

#include "support/deadline.hpp"

#include <condition_variable>
#include <mutex>

namespace weir {

// A counter that threads of a test wait on, so that what must come first does come first, whatever
// the machine is busy with.
class Turnstile {
public:
    void pass()
    {
        const std::lock_guard lock(mutex_);
        ++passed_;
        changed_.notify_all();
    }

    // True once it has been passed that many times since the beginning.
    bool wait(int times = 1, Millis deadline = Millis(5000))
    {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, stretched(deadline), [&] { return passed_ >= times; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int passed_ = 0;
};

} // namespace weir
