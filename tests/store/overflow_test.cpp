#include "store/overflow.hpp"

#include "sample_keys.hpp"
#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("each limit has one overflow bucket, made when first used", "[store]")
{
    Overflow overflow;
    CHECK(overflow.stripe(7).find(7) == nullptr);
    overflow.stripe(7).at(7).state.idle_at = midnight;
    REQUIRE(overflow.stripe(7).find(7) != nullptr);
    CHECK(overflow.stripe(7).find(7)->state.idle_at == midnight);
    CHECK(overflow.stripe(7).find(7 + 16) == nullptr); // the same stripe, another limit
}

TEST_CASE("overflow buckets do not add up over limits that come and go", "[store]")
{
    Overflow overflow;
    Overflow::Stripe& stripe = overflow.stripe(0);
    TimestampBudget budget(1'000);
    stripe.at(16).state.idle_at = midnight + 24h;
    for (std::uint64_t limit = 2; limit < 200; ++limit) {
        OverflowBucket& bucket = stripe.at(limit * 16);
        bucket.log.add(midnight, 1, budget);
        bucket.state.idle_at = midnight + 1s;
    }
    stripe.forget_idle(midnight, budget);
    CHECK(stripe.find(199 * 16) != nullptr);
    stripe.at(16).state.idle_at = midnight + 24h;
    for (std::uint64_t limit = 200; limit < 500; ++limit)
        stripe.at(limit * 16).state.idle_at = midnight + 1s;
    stripe.forget_idle(midnight + 1s, budget);
    CHECK(stripe.find(16) != nullptr);
    CHECK(stripe.find(199 * 16) == nullptr);
    CHECK(stripe.find(499 * 16) == nullptr);
    CHECK(budget.take(1'000)); // the logs gave back what they had
}
