#include <weir/limit/fixed_window.hpp>

#include "one_key.hpp"
#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("all keys of an epoch-aligned window change windows at the same moment", "[limit]")
{
    for (const Duration first : {1ns, Duration{3s}, 10s - 1ns}) {
        OneKey key(FixedWindow(1, 10s, WindowAlign::epoch));
        REQUIRE(key.decide(1, midnight + first).admitted);
        CHECK_FALSE(key.decide(1, midnight + 10s - 1ns).admitted);
        CHECK(key.decide(1, midnight + 10s).admitted);
    }
}

TEST_CASE("a window per key starts with the key's own first request", "[limit]")
{
    for (const Duration first : {1ns, Duration{3s}, 10s - 1ns}) {
        OneKey key(FixedWindow(1, 10s, WindowAlign::key));
        REQUIRE(key.decide(1, midnight + first).admitted);
        CHECK_FALSE(key.decide(1, midnight + first + 10s - 1ns).admitted);
        CHECK(key.decide(1, midnight + first + 10s).admitted);
    }
}

TEST_CASE("a lowered limit counts what was used under the old one", "[limit]")
{
    const State state = FixedWindow(100, 10s, WindowAlign::epoch).charge({}, 80, midnight);
    const FixedWindow lowered(5, 10s, WindowAlign::epoch);
    const Outcome outcome = lowered.look(state, 1, midnight + 1s);
    CHECK_FALSE(outcome.admitted);
    CHECK(outcome.remaining == 0);
    CHECK(*outcome.wait == 9s);
}

TEST_CASE("a shortened window does not make anybody wait longer than it is", "[limit]")
{
    const State state = FixedWindow(1, 24h, WindowAlign::epoch).charge({}, 1, midnight);
    const FixedWindow shortened(1, 10s, WindowAlign::epoch);
    CHECK(*shortened.look(state, 1, midnight + 1s).wait == 10s);
}
