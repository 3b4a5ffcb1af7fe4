#include <weir/net/timer_wheel.hpp>

#include "support/catch.hpp"

#include <memory>
#include <random>
#include <vector>

using namespace weir;
using namespace std::chrono_literals;

namespace {

struct Probe {
    explicit Probe(TimerWheel& wheel)
        : deadline(
              wheel, [](void* self) { ++static_cast<Probe*>(self)->fired; }, this)
    {}
    Deadline deadline;
    int fired = 0;
};

} // namespace

TEST_CASE("a deadline fires once, not before it is due, and within two ticks after", "[net]")
{
    for (const Duration due :
         {1ms, 50ms, 51ms, 1000ms, 25'500ms, 25'600ms, 60'000ms, 3'600'000ms}) {
        TimerWheel wheel;
        Probe probe(wheel);
        probe.deadline.set(due);
        Duration now{};
        while (probe.fired == 0 && now < due + 1s)
            wheel.advance(now += TimerWheel::tick);
        INFO(due.count());
        CHECK(now >= due);
        CHECK(now <= due + 2 * TimerWheel::tick);
        wheel.advance(now + 10s);
        CHECK(probe.fired == 1);
        CHECK_FALSE(probe.deadline.is_set());
    }
}

TEST_CASE("a deadline can be moved later, earlier, cleared, and destroyed", "[net]")
{
    TimerWheel wheel;
    Probe later(wheel);
    Probe earlier(wheel);
    Probe cleared(wheel);
    auto gone = std::make_unique<Probe>(wheel);
    later.deadline.set(100ms);
    later.deadline.set(10s);
    earlier.deadline.set(10s);
    earlier.deadline.set(100ms);
    cleared.deadline.set(100ms);
    cleared.deadline.clear();
    gone->deadline.set(100ms);
    gone.reset();
    wheel.advance(1s);
    CHECK(later.fired == 0);
    CHECK(earlier.fired == 1);
    CHECK(cleared.fired == 0);
    wheel.advance(11s);
    CHECK(later.fired == 1);
    CHECK(wheel.linked() == 0);
}

TEST_CASE("a thousand deadlines that keep being moved all fire when they should", "[net]")
{
    std::mt19937 random(7);
    TimerWheel wheel;
    std::vector<std::unique_ptr<Probe>> probes;
    std::vector<Duration> due(1000);
    for (std::size_t i = 0; i < due.size(); ++i) {
        probes.push_back(std::make_unique<Probe>(wheel));
        due[i] = Duration(std::chrono::milliseconds(random() % 90'000));
        probes[i]->deadline.set(due[i]);
    }
    for (Duration now{}; now < 120s; now += TimerWheel::tick) {
        wheel.advance(now);
        for (std::size_t i = 0; i < due.size(); ++i) {
            if (probes[i]->fired > 0) {
                REQUIRE(now >= due[i]);
                continue;
            }
            REQUIRE(now <= due[i] + 2 * TimerWheel::tick);
            if (random() % 500 != 0) continue;
            const Duration left(std::chrono::milliseconds(random() % 60'000));
            due[i] = std::min(now + left, Duration(110s));
            probes[i]->deadline.set(due[i] - now);
        }
    }
    for (const auto& probe : probes)
        CHECK(probe->fired == 1);
}
