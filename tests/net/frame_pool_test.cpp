#include <weir/net/frame_pool.hpp>
#include <weir/net/task.hpp>
#include <weir/net/waiter.hpp>

#include "support/catch.hpp"

#include <vector>

using namespace weir;

namespace {

Task<int> inner(Waiter& waiter, std::vector<int>& log)
{
    log.push_back(1);
    co_await waiter.change();
    log.push_back(2);
    co_return 42;
}

Task<void> outer(Waiter& waiter, std::vector<int>& log)
{
    log.push_back(co_await inner(waiter, log));
    co_await waiter.change();
    log.push_back(3);
}

} // namespace

TEST_CASE("a spawned task runs until it waits, and goes on when it is notified", "[net]")
{
    Waiter waiter;
    std::vector<int> log;
    spawn(outer(waiter, log));
    CHECK(log == std::vector<int>{1});
    waiter.notify();
    CHECK(log == std::vector<int>{1, 2, 42});
    waiter.notify();
    CHECK(log == std::vector<int>{1, 2, 42, 3});
}

TEST_CASE("a notification that comes before the wait is not lost, and several are one", "[net]")
{
    Waiter waiter;
    std::vector<int> log;
    waiter.notify();
    waiter.notify();
    spawn(outer(waiter, log));
    CHECK(log == std::vector<int>{1, 2, 42});
    waiter.notify();
    CHECK(log.back() == 3);
}

TEST_CASE("frames of every size come and go", "[net]")
{
    for (std::size_t size : {1U, 64U, 65U, 4096U, 8192U, 8193U, 100'000U}) {
        void* frame = take_frame(size);
        REQUIRE(frame != nullptr);
        return_frame(frame, size);
    }
}
