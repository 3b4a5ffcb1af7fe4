// What every limiter keeps when the clock stands still or steps back.
#include "limit/one_key.hpp"
#include "limiter_samples.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace weir;
using namespace std::chrono_literals;

namespace {

Duration longest_wait(const LimiterSettings& settings)
{
    const Duration whole = allowance_window(settings);
    return settings.algorithm == Algorithm::sliding_window_counter ? 2 * whole : whole;
}

// A step back of anything from a nanosecond to many periods.
Duration step_back(Choices& choices, const LimiterSettings& settings)
{
    const std::int64_t whole = allowance_window(settings).count();
    const std::int64_t most[] = {1, whole / 10, whole, 100 * whole};
    const std::int64_t chosen = most[choices.up_to(3)];
    return Duration{1 +
                    choices.up_to(std::min<std::int64_t>(chosen, 365ll * 24 * 3600'000'000'000))};
}

} // namespace

TEST_CASE("an earlier time never admits more than a later one", "[limit][law][clock]")
{
    for (const AlgorithmInfo& info : algorithms) {
        for (const LimiterSettings& settings : limiter_samples(info.algorithm)) {
            INFO(describe(settings));
            Choices choices(11);
            OneKey key(settings);
            Instant now = midnight;
            for (int decision = 0; decision < 1'000 && now < late_enough; ++decision) {
                now += choices.gap(settings);
                const Cost cost = choices.cost(settings);
                key.decide(cost, now);
                const Instant earlier = now - step_back(choices, settings);
                const Outcome here = key.look(cost, now);
                const Outcome there = key.look(cost, earlier);
                REQUIRE(there.remaining >= 0);
                REQUIRE(there.remaining + (there.admitted ? cost : 0) <=
                        here.remaining + (here.admitted ? cost : 0));
                REQUIRE(there.reset <= longest_wait(settings));
                REQUIRE(there.wait.value_or(0ns) <= longest_wait(settings));
            }
        }
    }
}

TEST_CASE("after a step back the wait that is told comes true", "[limit][law][clock]")
{
    for (const AlgorithmInfo& info : algorithms) {
        for (const LimiterSettings& settings : limiter_samples(info.algorithm)) {
            INFO(describe(settings));
            Choices choices(12);
            OneKey key(settings);
            Instant now = midnight;
            for (int decision = 0; decision < 500 && now < late_enough; ++decision) {
                now = choices.one_in(5)
                          ? std::max(now - step_back(choices, settings), midnight - 300 * 24h)
                          : now + choices.gap(settings);
                const Cost cost = choices.cost(settings);
                const Outcome looked = key.look(cost, now);
                const Outcome outcome = key.decide(cost, now);
                REQUIRE(outcome == looked); // clamping is no decision of its own
                if (outcome.admitted || !outcome.wait) continue;
                REQUIRE(*outcome.wait <= longest_wait(settings));
                REQUIRE_FALSE(key.look(cost, now + *outcome.wait - 1ns).admitted);
                REQUIRE(key.look(cost, now + *outcome.wait).admitted);
            }
        }
    }
}

TEST_CASE("however the clock steps, no more is admitted than its forward way allows",
          "[limit][law][clock]")
{
    for (const AlgorithmInfo& info : algorithms) {
        for (const LimiterSettings& settings : limiter_samples(info.algorithm)) {
            if (settings.limit > 1'000) continue;
            INFO(describe(settings));
            Choices choices(13);
            OneKey key(settings);
            Instant now = midnight;
            Duration travelled{};
            Cost admitted = 0;
            std::int64_t steps = 0;
            for (int decision = 0; decision < 2'000 && now < late_enough; ++decision) {
                if (choices.one_in(20)) {
                    now = std::max(now - step_back(choices, settings), midnight - 300 * 24h);
                    ++steps;
                } else {
                    const Duration gap = choices.gap(settings) / 4;
                    now += gap;
                    travelled += gap;
                }
                const Cost cost = choices.cost(settings);
                if (key.decide(cost, now).admitted) admitted += cost;

                // Whole allowances: one to begin with and one per period travelled. Windows that
                // the clock sets may be cut short at both ends, also by each step.
                const std::int64_t periods = travelled / allowance_window(settings);
                const bool cut = settings.algorithm == Algorithm::sliding_window_counter ||
                                 (settings.algorithm == Algorithm::fixed_window &&
                                  settings.align == WindowAlign::epoch);
                REQUIRE(admitted <= allowance(settings) * (periods + (cut ? 2 + steps : 2)));
            }
        }
    }
}
