#include <weir/limit/sliding_window_counter.hpp>

#include "one_key.hpp"
#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("the previous window fades in even steps, each at its exact nanosecond", "[limit]")
{
    OneKey key(SlidingWindowCounter(10, 10s));
    REQUIRE(key.decide(10, midnight).admitted);
    for (int gone = 1; gone <= 10; ++gone) {
        // From just after (gone - 1) seconds of the next window, 10 - gone whole units weigh.
        const Instant step = midnight + 10s + (gone - 1) * 1s + 1ns;
        CHECK(key.look(1, step - 1ns).remaining == std::max(gone - 2, 0));
        CHECK(key.look(1, step).remaining == gone - 1);
    }
}

TEST_CASE("a state can be told from its idle moment wherever in its window it was charged",
          "[limit]")
{
    const SlidingWindowCounter limiter(1'000, 7ns); // windows shorter than their counts
    for (std::int64_t current = 1; current <= 1'000; ++current) {
        const Instant now = midnight - midnight.time_since_epoch() % 7ns;
        const State state = limiter.charge({}, current, now);
        CHECK(state.idle_at > now + 7ns);
        CHECK(state.idle_at <= now + 14ns);
        CHECK(limiter.look(state, 1'000, now + 6ns).remaining == 1'000 - current);
        CHECK(limiter.look(state, 1'000, state.idle_at - 1ns).remaining < 1'000);
        CHECK(limiter.look(state, 1'000, state.idle_at).admitted);
    }
}

TEST_CASE("a state of another window length is read without harm", "[limit]")
{
    const State state = SlidingWindowCounter(100, 24h).charge({}, 100, midnight);
    const SlidingWindowCounter shortened(10, 10s);
    const State clamped = shortened.clamped(state, midnight);
    const Outcome outcome = shortened.look(clamped, 1, midnight);
    CHECK_FALSE(outcome.admitted);
    CHECK(outcome.remaining == 0);
    CHECK(*outcome.wait <= 20s);
    CHECK(shortened.look(clamped, 1, midnight + *outcome.wait).admitted);
    CHECK_FALSE(shortened.look(clamped, 1, midnight + *outcome.wait - 1ns).admitted);
}
