#include <weir/base/clock.hpp>
#include <weir/base/virtual_clock.hpp>

#include "support/catch.hpp"

#include <ctime>

using namespace weir;

TEST_CASE("the system clock starts at the wall clock and never goes back", "[base]")
{
    const std::int64_t before = std::time(nullptr);
    const SystemClock clock;
    Instant last = clock.now();
    CHECK(nanoseconds_of(last) / 1'000'000'000 >= before - 1);
    CHECK(nanoseconds_of(last) / 1'000'000'000 <= std::time(nullptr) + 1);
    for (int i = 0; i < 10'000; ++i) {
        const Instant now = clock.now();
        REQUIRE(now >= last);
        last = now;
    }
}

TEST_CASE("a virtual clock moves only when told to", "[base]")
{
    VirtualClock clock;
    CHECK(clock.now() == Instant{});
    clock.advance(std::chrono::seconds(3));
    CHECK(clock.now() == Instant{std::chrono::seconds(3)});
    clock.set(Instant{std::chrono::seconds(1)});
    CHECK(clock.now() == Instant{std::chrono::seconds(1)});
}

TEST_CASE("seconds are rounded up, so that nobody comes back early", "[base]")
{
    using namespace std::chrono_literals;
    CHECK(ceil_seconds(0ns) == 0);
    CHECK(ceil_seconds(1ns) == 1);
    CHECK(ceil_seconds(1s) == 1);
    CHECK(ceil_seconds(1s + 1ns) == 2);
    CHECK(ceil_seconds(-5s) == 0);
    CHECK(ceil_seconds(Duration::max()) == 9'223'372'037);
}
