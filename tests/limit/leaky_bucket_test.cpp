#include <weir/limit/leaky_bucket.hpp>

#include "one_key.hpp"
#include "support/catch.hpp"

#include <random>

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("however requests come, they leave no closer together than 1/rate", "[limit]")
{
    std::mt19937_64 random(5);
    for (const Rate rate : {Rate{10, 1s}, Rate{3, 1s}, Rate{999'983, 1s}, Rate{1, 24h}}) {
        const Duration interval = rate.period / rate.count; // rounded down
        OneKey key(LeakyBucket{rate, 20});
        Instant now = midnight;
        Instant last{};
        int refused = 0;
        for (int request = 0; request < 5'000; ++request) {
            now += Duration{static_cast<std::int64_t>(
                       random() % static_cast<std::uint64_t>(2 * interval.count() + 1))} /
                   (random() % 2 == 0 ? 1 : 10);
            const Outcome outcome = key.decide(1, now);
            if (!outcome.admitted) {
                ++refused;
                continue;
            }
            const Instant leaves = now + outcome.delay;
            if (last > Instant{}) REQUIRE(leaves - last >= interval);
            REQUIRE(outcome.delay <= 20 * interval + 21ns);
            last = leaves;
        }
        CHECK(refused > 0);
    }
}

TEST_CASE("one that goes away makes the schedule what it would be without it", "[limit]")
{
    OneKey with(LeakyBucket{{7, 1s}, 10});
    OneKey without(LeakyBucket{{7, 1s}, 10});
    for (int request = 0; request < 6; ++request) {
        with.decide(1, midnight);
        if (request != 3) without.decide(1, midnight);
    }
    with.adjust(-1, midnight, midnight + 50ms);
    for (const Duration after : {50ms, 60ms, 500ms, 900ms})
        CHECK(with.look(1, midnight + after) == without.look(1, midnight + after));
}
