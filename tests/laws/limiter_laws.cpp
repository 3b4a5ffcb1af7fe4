// What every limiter keeps (limiter.hpp), tried on random schedules against a naive reference.
#include "limit/one_key.hpp"
#include "limiter_samples.hpp"
#include "naive_limiter.hpp"
#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

namespace {

// Everything that can be told without charging is what the reference says, at this moment and at
// the exact moments that it speaks of.
void check_answer(const LimiterSettings& settings, const OneKey& key, const NaiveLimiter& naive,
                  Cost cost, Instant now)
{
    const Outcome outcome = key.look(cost, now);
    REQUIRE(outcome == key.look(cost, now));
    REQUIRE(outcome.limit == allowance(settings));
    REQUIRE(outcome.admitted == naive.admits(cost, now));
    REQUIRE(outcome.remaining == naive.remaining(now) - (outcome.admitted ? cost : 0));

    if (outcome.admitted || cost > allowance(settings)) {
        REQUIRE_FALSE(outcome.wait.has_value());
    } else {
        REQUIRE(outcome.wait.value() > 0ns);
        REQUIRE(naive.admits(cost, now + *outcome.wait));
        REQUIRE_FALSE(naive.admits(cost, now + *outcome.wait - 1ns));
    }

    NaiveLimiter then = naive;
    if (outcome.admitted) then.charge(cost, now);
    REQUIRE(then.remaining(now + outcome.reset) == allowance(settings));
    if (outcome.reset > 0ns)
        REQUIRE(then.remaining(now + outcome.reset - 1ns) < allowance(settings));
}

} // namespace

TEST_CASE("limiters admit, tell and make wait exactly as defined", "[limit][law]")
{
    for (const AlgorithmInfo& info : algorithms) {
        const std::vector<LimiterSettings> samples = limiter_samples(info.algorithm);
        if (samples.empty()) continue;
        constexpr int decisions_per_run = 250;
        const int runs = 100'000 / decisions_per_run / static_cast<int>(samples.size()) + 1;
        int decisions = 0;
        int refusals = 0;
        for (const LimiterSettings& settings : samples) {
            for (int run = 0; run < runs; ++run) {
                INFO(describe(settings) << ", run " << run);
                Choices choices(static_cast<std::uint64_t>(run) * 1'000 + 1);
                OneKey key(settings);
                NaiveLimiter naive(settings);
                Instant now = midnight + Duration{choices.up_to(1'000'000'000)};
                for (int decision = 0; decision < decisions_per_run && now < late_enough;
                     ++decision) {
                    now += choices.gap(settings);
                    const Cost cost = choices.cost(settings);
                    check_answer(settings, key, naive, cost, now);

                    // From idle_at on, having been forgotten makes no difference.
                    if (key.idle_at() <= now) key.forget();
                    const Outcome outcome = key.decide(cost, now);
                    if (outcome.admitted) {
                        naive.charge(cost, now);
                        REQUIRE(key.idle_at() == now + outcome.reset);
                    }
                    ++decisions;
                    refusals += outcome.admitted ? 0 : 1;
                }
            }
        }
        INFO(info.name);
        CHECK(decisions >= 100'000);
        CHECK(refusals >= decisions / 10); // the schedules do press on the limit
        CHECK(refusals <= decisions * 9 / 10);
    }
}

TEST_CASE("an obedient caller is admitted each time it comes back", "[limit][law]")
{
    for (const AlgorithmInfo& info : algorithms) {
        for (const LimiterSettings& settings : limiter_samples(info.algorithm)) {
            INFO(describe(settings));
            Choices choices(5);
            OneKey key(settings);
            Instant now = midnight;
            for (int request = 0; request < 500 && now < late_enough; ++request) {
                const Cost cost = choices.cost(settings);
                const Outcome outcome = key.decide(cost, now);
                if (outcome.admitted || !outcome.wait) continue;
                REQUIRE_FALSE(key.decide(cost, now + *outcome.wait - 1ns).admitted);
                now += *outcome.wait;
                REQUIRE(key.decide(cost, now).admitted);
            }
        }
    }
}
