#pragma once

#include <atomic>
#include <thread>

namespace weir {

// A lock for the few dozen nanoseconds of one decision. Whoever waits longer than that waits for a
// thread that is not running, and lets it run.
class SpinLock {
public:
    void lock()
    {
        for (int spin = 0; taken_.test_and_set(std::memory_order_acquire); ++spin) {
            while (taken_.test(std::memory_order_relaxed) && spin < spins_before_yield) {
                relax();
                ++spin;
            }
            if (spin >= spins_before_yield) std::this_thread::yield();
        }
    }
    void unlock() { taken_.clear(std::memory_order_release); }

private:
    static constexpr int spins_before_yield = 200;

    static void relax()
    {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        asm volatile("yield");
#endif
    }

    std::atomic_flag taken_;
};

} // namespace weir
