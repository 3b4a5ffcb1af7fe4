#include <weir/limit/sliding_window_log.hpp>

#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

namespace {

constexpr Instant start{std::chrono::hours{24}};

} // namespace

TEST_CASE("a log returns its memory when what it held has left the window", "[limit]")
{
    TimestampBudget budget(100'000);
    TimestampLog log;
    const SlidingWindowLog limiter(10'000, 1s);
    for (int request = 0; request < 10'000; ++request)
        limiter.charge(log, 1, start + request * 1us, budget);
    const std::size_t full = log.memory_bytes();
    CHECK(log.size() == 10'000);
    limiter.clamp(log, start + 1s + 9'998us, budget);
    CHECK(log.size() == 1);
    CHECK(log.memory_bytes() < full / 1'000);
}

TEST_CASE("without timestamps left a log admits less than the definition, never more", "[limit]")
{
    TimestampBudget budget(4); // the first few entries and no more
    TimestampLog log;
    const SlidingWindowLog limiter(10, 10s);
    for (int second = 0; second < 10; ++second) {
        REQUIRE(limiter.look(log, 1, start + second * 1s).admitted);
        limiter.charge(log, 1, start + second * 1s, budget);
    }
    CHECK(log.size() == 4);
    const Outcome outcome = limiter.look(log, 1, start + 9s);
    CHECK_FALSE(outcome.admitted);
    CHECK(*outcome.wait == 1s); // the first three kept their own times
    // What came fourth to tenth shares one timestamp, the newest.
    CHECK(limiter.look(log, 1, start + 12s).remaining == 2);
    CHECK(limiter.look(log, 1, start + 19s - 1ns).remaining == 2);
    CHECK(limiter.look(log, 1, start + 19s).remaining == 9);
}
