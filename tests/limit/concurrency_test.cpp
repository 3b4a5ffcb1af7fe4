#include <weir/limit/concurrency.hpp>

#include "one_key.hpp"
#include "support/catch.hpp"

#include <random>
#include <vector>

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("what is in flight is the sum of what was admitted and has not ended", "[limit]")
{
    std::mt19937_64 random(9);
    for (const std::int64_t limit : {1, 3, 1'000, 1'000'000'000}) {
        OneKey key(Concurrency{limit});
        std::vector<Cost> in_flight;
        std::int64_t sum = 0;
        Instant now = midnight;
        for (int step = 0; step < 5'000; ++step) {
            now +=
                Duration{static_cast<std::int64_t>(random() % 1'000'000'000)} - 300ms; // back, too
            if (random() % 2 == 0 && !in_flight.empty()) {
                const std::size_t which = random() % in_flight.size();
                key.adjust(-in_flight[which], now, now);
                sum -= in_flight[which];
                in_flight.erase(in_flight.begin() + static_cast<std::ptrdiff_t>(which));
            } else {
                const Cost cost = 1 + static_cast<Cost>(random() % 3);
                const Outcome outcome = key.decide(cost, now);
                REQUIRE(outcome.admitted == (sum + cost <= limit));
                REQUIRE(outcome.wait.has_value() == (!outcome.admitted && cost <= limit));
                if (outcome.admitted) {
                    in_flight.push_back(cost);
                    sum += cost;
                }
                REQUIRE(outcome.remaining == limit - sum);
            }
            REQUIRE((key.idle_at() == Instant::max()) == (sum > 0)); // live as long as it takes
        }
    }
}
