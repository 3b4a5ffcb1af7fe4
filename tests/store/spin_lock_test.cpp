#include "store/spin_lock.hpp"

#include "support/catch.hpp"
#include "support/in_parallel.hpp"

#include <mutex>

using namespace weir;

TEST_CASE("a spin lock lets one thread in at a time", "[store][threads]")
{
    SpinLock lock;
    long count = 0; // not atomic: that is the point
    in_parallel(8, [&](int) {
        for (int round = 0; round < 20'000; ++round) {
            const std::lock_guard hold(lock);
            ++count;
        }
    });
    CHECK(count == 160'000);
}
