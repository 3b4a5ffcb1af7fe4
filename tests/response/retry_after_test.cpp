#include <weir/response/refusal.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <random>

using namespace weir;
using namespace std::chrono_literals;

namespace {

constexpr Draw lowest = 0;
constexpr Draw highest = std::numeric_limits<Draw>::max();

} // namespace

TEST_CASE("Retry-After is the wait rounded up, and at least a second", "[response]")
{
    struct Row {
        Duration wait;
        std::int64_t expected;
        const char* why;
    };
    const Row rows[] = {
        {2400ms, 3, "C18"},
        {100ms, 1, "C66"},
        {1ms, 1, "rl-retry-after-zero"},
        {1ns, 1, "the shortest wait"},
        {0ns, 1, "never 0"},
        {-5s, 1, "never negative"},
        {1s, 1, "whole seconds are not raised"},
        {1s + 1ns, 2, "a nanosecond more is"},
        {7200ms, 8, "rl-d08-429"},
        {2'591'998s, 2'591'998, "C87: a month"},
        {24h * 36'600, 3'162'240'000, "a century"},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        CHECK(retry_after_seconds(row.wait, 0, lowest) == row.expected);
        CHECK(retry_after_seconds(row.wait, 0, highest) == row.expected);
        CHECK(retry_after_seconds(row.wait, 250, lowest) == row.expected);
    }
}

TEST_CASE("jitter adds at most its share of the wait, rounded up, and at least up to a second",
          "[response]")
{
    struct Row {
        Duration wait;
        int permille;
        std::int64_t most;
    };
    const Row rows[] = {
        {12s, 250, 15},    {13s, 250, 17},     {100ms, 250, 2},
        {4s, 250, 5},      {4s + 1ns, 250, 7}, {100s, 1, 101},
        {100s, 1000, 200}, {10s, 2000, 30},    {24h * 36'600, 1000, 2 * 3'162'240'000},
    };
    for (const Row& row : rows)
        CHECK(retry_after_seconds(row.wait, row.permille, highest) == row.most);
}

TEST_CASE("jitter is even, and its bounds are reached and kept", "[response][law]")
{
    std::mt19937_64 random(42);
    constexpr int draws = 10'000;
    std::map<std::int64_t, int> count;
    for (int i = 0; i < draws; ++i)
        ++count[retry_after_seconds(12s, 250, random())];
    REQUIRE(count.size() == 4);
    CHECK(count.begin()->first == 12);
    CHECK(count.rbegin()->first == 15);
    for (const auto& [seconds, times] : count) {
        INFO(seconds);
        CHECK(times > draws / 4 - 250); // five standard deviations and more
        CHECK(times < draws / 4 + 250);
    }

    for (int i = 0; i < draws; ++i) {
        const Duration wait(static_cast<std::int64_t>(random() % 100'000'000'000'000));
        const int permille = static_cast<int>(random() % 1'001);
        const std::int64_t told = retry_after_seconds(wait, permille, random());
        const std::int64_t least = std::max<std::int64_t>(ceil_seconds(wait), 1);
        const std::int64_t share = ceil_seconds(Duration(wait.count() / 1000 * permille) + 1us);
        REQUIRE(told >= least);
        REQUIRE(told <= least + (permille == 0 ? 0 : std::max<std::int64_t>(share, 1)));
    }
}
