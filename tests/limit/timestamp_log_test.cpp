#include <weir/limit/timestamp_log.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <deque>
#include <random>

using namespace weir;
using namespace std::chrono_literals;

namespace {

struct Entry {
    Instant at;
    Cost cost;
};

Cost used_after(const std::deque<Entry>& entries, Instant edge)
{
    Cost used = 0;
    for (const Entry& entry : entries)
        used += entry.at > edge ? entry.cost : 0;
    return used;
}

Instant leaves_with(const std::deque<Entry>& entries, Instant edge, Cost units)
{
    Cost gone = 0;
    for (const Entry& entry : entries) {
        gone += entry.at > edge ? entry.cost : 0;
        if (gone >= units) return entry.at;
    }
    FAIL("not that many units");
    return {};
}

} // namespace

TEST_CASE("a log answers as a plain list of requests would", "[limit]")
{
    std::mt19937_64 random(7);
    const auto up_to = [&](std::uint64_t most) {
        return static_cast<std::int64_t>(random() % (most + 1));
    };
    TimestampBudget budget(1'000'000);
    TimestampLog log;
    std::deque<Entry> plain;
    Instant now{24h};
    for (int step = 0; step < 100'000; ++step) {
        const std::int64_t what = up_to(99);
        if (what < 60) {
            now += Duration{up_to(3)};
            const Cost cost = 1 + up_to(4);
            log.add(now, cost, budget);
            plain.push_back({now, cost});
        } else if (what < 63) {
            const Instant edge = now - Duration{up_to(400)};
            log.forget_until(edge, budget);
            std::erase_if(plain, [&](const Entry& entry) { return entry.at <= edge; });
        } else if (what == 63) {
            now -= Duration{up_to(20)};
            log.pull_back(now);
            for (Entry& entry : plain)
                entry.at = std::min(entry.at, now);
        } else {
            const Instant edge = now - Duration{up_to(400)};
            const Cost used = used_after(plain, edge);
            REQUIRE(log.used_after(edge) == used);
            if (used == 0) continue;
            const Cost units = 1 + up_to(static_cast<std::uint64_t>(used - 1));
            REQUIRE(log.leaves_with(edge, units) == leaves_with(plain, edge, units));
            REQUIRE(log.newest() == plain.back().at);
        }
    }
}

TEST_CASE("what is admitted at one instant is one entry", "[limit]")
{
    TimestampBudget budget(0);
    TimestampLog log;
    for (int request = 0; request < 1'000; ++request)
        log.add(Instant{1s}, 2, budget);
    CHECK(log.size() == 1);
    CHECK(log.used_after(Instant{}) == 2'000);
}

TEST_CASE("a cleared log gives back all that it took from the budget", "[limit]")
{
    TimestampBudget budget(64);
    TimestampLog log;
    for (int request = 0; request < 64; ++request)
        log.add(Instant{Duration{request + 1}}, 1, budget);
    CHECK(log.size() == 64);
    CHECK(budget.exhausted());
    log.clear(budget);
    CHECK(log.empty());
    CHECK(log.memory_bytes() == 0);
    CHECK(budget.take(64));
    CHECK_FALSE(budget.take(1));
}
