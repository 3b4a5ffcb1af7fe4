// All charges of a request or none.
#include "store/decision.hpp"

#include "sample_keys.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <array>
#include <vector>

using namespace weir;
using namespace std::chrono_literals;

namespace {

// Lets each of `count` requests at `at` be charged to all limits; returns how many were admitted.
int volley(MemoryStore& store, std::span<const Charge> charges, Instant at, int count)
{
    std::vector<Outcome> outcomes(charges.size());
    int admitted = 0;
    for (int request = 0; request < count; ++request)
        admitted += store.decide(charges, at + request * 1ms, outcomes) ? 1 : 0;
    return admitted;
}

} // namespace

TEST_CASE("C02 a request refused by one limit spends nothing of the other", "[store][cases]")
{
    const AnyLimiter burst = SlidingWindowLog(2, 2s);
    const AnyLimiter daily = SlidingWindowLog(6, 60s);
    for (const bool burst_first : {true, false}) {
        MemoryStore store(100);
        std::array<Charge, 2> charges{
            {{&burst, sample_key(1), 1, 1}, {&daily, sample_key(2), 2, 1}}};
        if (!burst_first) std::swap(charges[0], charges[1]);
        CHECK(volley(store, charges, midnight, 20) == 2);
        CHECK(volley(store, charges, midnight + 2300ms, 20) == 2);
        CHECK(volley(store, charges, midnight + 4600ms, 20) == 2);
        CHECK(volley(store, charges, midnight + 6900ms, 20) == 0);
    }
}

TEST_CASE("C85 all limits that match are applied", "[store][cases]")
{
    const AnyLimiter tenant = FixedWindow(100, 60s, WindowAlign::epoch);
    const AnyLimiter address = FixedWindow(3, 60s, WindowAlign::epoch);
    for (const bool tenant_first : {true, false}) {
        MemoryStore store(100);
        const auto request = [&](std::uint64_t tenant_key) {
            std::array<Charge, 2> charges{
                {{&tenant, sample_key(tenant_key), 1, 1}, {&address, sample_key(99), 2, 1}}};
            if (!tenant_first) std::swap(charges[0], charges[1]);
            std::array<Outcome, 2> outcomes;
            const bool admitted = store.decide(charges, midnight, outcomes);
            const Outcome& tightest = outcomes[tenant_first ? 1 : 0];
            return std::pair{admitted, tightest.remaining};
        };
        CHECK(request(1) == std::pair{true, std::int64_t{2}});
        CHECK(request(1) == std::pair{true, std::int64_t{1}});
        CHECK(request(1) == std::pair{true, std::int64_t{0}});
        CHECK_FALSE(request(1).first);
        CHECK_FALSE(request(1).first);
        CHECK_FALSE(request(2).first);
        CHECK(look_one(store, tenant, sample_key(1), midnight).remaining == 96);
    }
}

TEST_CASE("sixteen charges in shards near and far are decided as one", "[store]")
{
    MemoryStore store(1'000'000);
    const AnyLimiter limiter = TokenBucket({1, 1h}, 3);
    std::array<Charge, MemoryStore::max_charges> charges;
    for (std::uint64_t part = 0; part < charges.size(); ++part)
        charges[part] = {&limiter, sample_key(part), part, 1};
    CHECK(volley(store, charges, midnight, 10) == 3);
    // One more for any of them would have been too much, one less changes nothing for the rest.
    charges.back().key = sample_key(100);
    CHECK(volley(store, charges, midnight, 10) == 0);
    CHECK(look_one(store, limiter, sample_key(100), midnight).remaining == 2);
}

TEST_CASE("charges of one request that compete for the same places get different ones", "[store]")
{
    // Fourteen entries in all: every round the eight keys of a request are new, and all fit.
    MemoryStore store(1);
    const AnyLimiter limiter = FixedWindow(1, 1s, WindowAlign::epoch);
    std::size_t complete = 0;
    for (std::uint64_t round = 0; round < 200; ++round) {
        const Instant now = midnight + round * 1s;
        std::array<Charge, 8> charges;
        for (std::uint64_t part = 0; part < charges.size(); ++part)
            charges[part] = {&limiter, sample_key(round * 8 + part), part, 1};
        const std::uint64_t before = store.overflowed();
        std::array<Outcome, 8> outcomes;
        REQUIRE(store.decide(charges, now, outcomes));
        complete += store.live_keys(now) + (store.overflowed() - before) == 8 ? 1 : 0;
        for (const Charge& charge : charges)
            REQUIRE_FALSE(look_one(store, limiter, charge.key, now, charge.limit).admitted);
    }
    CHECK(complete == 200);
    CHECK(store.overflowed() == 0);
}

TEST_CASE("a full table is shuffled by requests of many charges without losing any", "[store]")
{
    MemoryStore store(200);
    const AnyLimiter limiter = FixedWindow(1, 1h, WindowAlign::epoch);
    std::vector<std::uint64_t> admitted;
    for (std::uint64_t request = 0; request < 100; ++request) {
        std::array<Charge, 5> charges;
        for (std::uint64_t part = 0; part < charges.size(); ++part)
            charges[part] = {&limiter, sample_key(request * 5 + part), part, 1};
        const std::uint64_t before = store.overflowed();
        std::array<Outcome, 5> outcomes;
        if (!store.decide(charges, midnight, outcomes) || store.overflowed() != before) continue;
        for (const Charge& charge : charges)
            admitted.push_back(charge.key);
    }
    CHECK(admitted.size() >= 200);
    CHECK(store.live_keys(midnight) >= admitted.size());
    for (const std::uint64_t key : admitted)
        REQUIRE_FALSE(decide_one(store, limiter, key, midnight, 1'000).admitted);
}

TEST_CASE("a request without limits is admitted", "[store]")
{
    MemoryStore store(1);
    CHECK(store.decide({}, midnight, {}));
    CHECK(store.look({}, midnight, {}));
}
