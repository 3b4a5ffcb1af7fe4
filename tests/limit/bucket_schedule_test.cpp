#include <weir/limit/bucket_schedule.hpp>
#include <weir/limit/gcra.hpp>
#include <weir/limit/token_bucket.hpp>

#include "one_key.hpp"
#include "support/catch.hpp"

#include <cstdint>
#include <limits>
#include <random>

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("awkward rates admit exactly their count in each period, for ever", "[limit]")
{
    struct Row {
        Rate rate;
        const char* why;
    };
    const Row rows[] = {
        {{3, 1s}, "a third of a second is no whole number of nanoseconds"},
        {{7, 1s}, "nor is a seventh"},
        {{999'983, 1s}, "a large prime"},
        {{1'000'000, 1s}, "the fastest that is promised"},
        {{5, 10s}, "0.5/s"},
        {{1, 24h}, "once a day"},
        {{11, 24h}, "eleven a day"},
        {{600, 1min}, "a common divisor"},
    };
    for (const Row& row : rows) {
        INFO(row.rate.count << " per " << row.rate.period.count() << "ns: " << row.why);
        OneKey key(TokenBucket(row.rate, 1));
        Instant now = midnight;
        REQUIRE(key.decide(1, now).admitted);
        // Taking each token as soon as it is told to be there drifts by no nanosecond.
        Instant last = now;
        std::int64_t taken = 0;
        while (taken < 1'000) {
            const Outcome refused = key.decide(1, last);
            REQUIRE_FALSE(refused.admitted);
            last += *refused.wait;
            REQUIRE(key.decide(1, last).admitted);
            ++taken;
        }
        // With capacity 1 each take waits for a whole nanosecond, so at most one is lost per take.
        const auto ideal = row.rate.period.count() * taken / row.rate.count;
        CHECK((last - midnight).count() >= ideal);
        CHECK((last - midnight).count() <= ideal + taken);
    }
}

TEST_CASE("the fraction of a nanosecond is kept while a bucket is not full", "[limit]")
{
    // 7/s out of a bucket of 8 that never fills: after 7'000 takes exactly 1'000 s have passed.
    OneKey key(TokenBucket({7, 1s}, 8));
    Instant now = midnight;
    REQUIRE(key.decide(8, now).admitted);
    for (int take = 0; take < 7'000; ++take) {
        const Outcome refused = key.decide(1, now);
        REQUIRE_FALSE(refused.admitted);
        now += *refused.wait;
        REQUIRE(key.decide(1, now).admitted);
    }
    CHECK((now - midnight).count() == (1'000s / 1ns));
}

TEST_CASE("a bucket works with the largest capacity and the longest time to fill", "[limit]")
{
    const std::int64_t most = BucketSchedule::most_capacity;
    OneKey fast(TokenBucket({1'000'000, 1s}, most)); // 31 years to fill
    REQUIRE(fast.decide(most, midnight).admitted);
    const Outcome refused = fast.decide(most, midnight);
    REQUIRE_FALSE(refused.admitted);
    CHECK(refused.remaining == 0);
    CHECK(*refused.wait == Duration{1'000} * most);
    CHECK_FALSE(fast.decide(most, midnight + *refused.wait - 1ns).admitted);
    CHECK(fast.decide(most, midnight + *refused.wait).admitted);
}

TEST_CASE("parts in 64 bits and in 128 give the same answers", "[limit]")
{
    // The larger bucket's parts are the first that are counted in 128 bits.
    const std::int64_t capacity = (std::int64_t{1} << 61) / (1s / 1ns);
    const TokenBucket narrow({7, 1s}, capacity);
    const TokenBucket wide({7, 1s}, capacity + 1);
    std::mt19937_64 random(11);
    const auto up_to = [&](std::int64_t most) {
        return static_cast<std::int64_t>(random() % (static_cast<std::uint64_t>(most) + 1));
    };
    State state;
    for (int step = 0; step < 20'000; ++step) {
        const Instant now = midnight + Duration{up_to(narrow.fill_time().count())};
        const Cost cost = 1 + up_to(capacity >> up_to(31));
        const Outcome less = narrow.look(state, cost, now);
        const Outcome more = wide.look(state, cost, now);
        if (less.admitted) {
            REQUIRE(more.admitted);
            REQUIRE(more.remaining == less.remaining + 1);
            REQUIRE(more.reset == less.reset);
            state = narrow.charge(state, cost, now);
            REQUIRE(wide.charge(state, cost, now) == narrow.charge(state, cost, now));
            REQUIRE(wide.clamped(state, now) == narrow.clamped(state, now));
        } else if (!more.admitted && cost <= capacity) {
            const Duration token = *less.wait - *more.wait; // none if both owe all they can
            REQUIRE(token >= 0ns);
            REQUIRE(token <= 142'857'143ns);
        }
    }
}

TEST_CASE("a cost near the end of 64 bits is refused, not wrapped around", "[limit]")
{
    OneKey key(TokenBucket({10, 1s}, 20));
    const Cost huge = std::numeric_limits<Cost>::max();
    CHECK_FALSE(key.decide(huge, midnight).admitted);
    CHECK_FALSE(key.decide(huge, midnight).wait.has_value());
    CHECK(key.decide(20, midnight).admitted);
}

TEST_CASE("a bucket that is read with new numbers stays within them", "[limit]")
{
    // A reload keeps what was used and applies the new rate and capacity to it.
    const TokenBucket before({7, 1s}, 1'000);
    const State state = before.charge({}, 1'000, midnight);
    const TokenBucket after({3, 1s}, 10);
    const State clamped = after.clamped(state, midnight);
    const Outcome outcome = after.look(clamped, 1, midnight);
    CHECK_FALSE(outcome.admitted);
    CHECK(outcome.remaining == 0);
    CHECK(*outcome.wait == 333'333'334ns);
    CHECK(after.look(clamped, 1, midnight + *outcome.wait).admitted);
    CHECK(after.look(state, 1, midnight) == outcome);
}
