#include <weir/net/alarm.hpp>
#include <weir/net/event_loop.hpp>

#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("a loop ticks, rings alarms, and stops when told to", "[net]")
{
    const SystemClock clock;
    EventLoop loop(clock);
    Waiter waiter;
    Alarm alarm(loop.wheel(), waiter);
    alarm.set(60ms);
    struct Ticks {
        EventLoop& loop;
        Alarm& alarm;
        int count = 0;
    } ticks{loop, alarm};
    loop.on_tick(
        [](void* context) {
            auto& self = *static_cast<Ticks*>(context);
            ++self.count;
            if (self.alarm.expired()) self.loop.stop();
        },
        &ticks);
    const Instant before = clock.now();
    loop.run();
    CHECK(alarm.expired());
    CHECK(clock.now() - before >= 60ms);
    CHECK(ticks.count >= 2);
}
