#include <weir/net/event_loop.hpp>
#include <weir/net/precise_timer.hpp>
#include <weir/net/task.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <memory>
#include <random>

using namespace weir;
using namespace std::chrono_literals;

namespace {

constexpr Instant start{std::chrono::hours{24 * 20'000}};

// Counts how often it is notified.
struct Bell {
    explicit Bell(PreciseTimers& timers) : timer(timers, waiter) {}
    ~Bell()
    {
        done = true;
        waiter.notify(); // the coroutine ends
    }
    Task<void> listen()
    {
        while (!done) {
            co_await waiter.change();
            ++rung;
        }
    }
    Waiter waiter;
    PreciseTimer timer;
    int rung = 0;
    bool done = false;
};

} // namespace

TEST_CASE("timers fire when they are due, in any order of setting and clearing", "[net]")
{
    PreciseTimers timers;
    std::mt19937_64 random(3);
    std::vector<std::unique_ptr<Bell>> bells;
    std::vector<std::int64_t> due(200, -1);
    for (std::size_t i = 0; i < due.size(); ++i) {
        bells.push_back(std::make_unique<Bell>(timers));
        spawn(bells.back()->listen());
    }
    std::vector<int> expected(due.size(), 0);
    for (std::int64_t now = 0; now < 2'000; ++now) {
        for (int change = 0; change < 5; ++change) {
            const std::size_t i = random() % due.size();
            if (random() % 4 == 0) {
                bells[i]->timer.clear();
                due[i] = -1;
            } else {
                due[i] = now + static_cast<std::int64_t>(random() % 100);
                bells[i]->timer.set(start + due[i] * 1ns);
            }
        }
        std::int64_t next = INT64_MAX;
        for (const std::int64_t each : due)
            if (each >= 0) next = std::min(next, each);
        if (next != INT64_MAX) REQUIRE(timers.next() == start + next * 1ns);
        timers.fire(start + now * 1ns);
        for (std::size_t i = 0; i < due.size(); ++i) {
            if (due[i] < 0 || due[i] > now) continue;
            ++expected[i];
            due[i] = -1;
        }
        for (std::size_t i = 0; i < due.size(); ++i)
            REQUIRE(bells[i]->rung == expected[i]);
    }
}

TEST_CASE("a loop wakes for a timer long before its next tick", "[net]")
{
    const SystemClock clock;
    EventLoop loop(clock);
    Bell bell(loop.timers());
    spawn(bell.listen());
    const Instant due = loop.now() + 3ms;
    bell.timer.set(due);
    while (bell.rung == 0)
        loop.turn(10s);
    CHECK(loop.now() >= due);
    CHECK(loop.timers().empty());
}
