// What the store promises about memory and exactness, through its face.
#include <weir/store/memory_store.hpp>

#include "sample_keys.hpp"
#include "support/catch.hpp"
#include "support/in_parallel.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <random>
#include <vector>

using namespace weir;
using namespace std::chrono_literals;

namespace {

const AnyLimiter once_an_hour = FixedWindow(1, 1h, WindowAlign::epoch);
const AnyLimiter every_limiter[] = {
    FixedWindow(5, 1h, WindowAlign::epoch),
    FixedWindow(5, 1h, WindowAlign::key),
    SlidingWindowLog(5, 1h),
    SlidingWindowCounter(5, 1h),
    TokenBucket({5, 1h}, 5),
    Gcra({5, 1h}, 5),
};

// Uses keys up until the first that finds no place; returns how many found one.
std::uint64_t fill(MemoryStore& store, Instant now, std::uint64_t family)
{
    std::uint64_t keys = 0;
    while (store.overflowed() == 0)
        decide_one(store, once_an_hour, sample_key(keys++, family), now);
    return keys - 1;
}

} // namespace

TEST_CASE("a flood of made-up keys never resets a key that is being limited", "[store]")
{
    for (const AnyLimiter& limiter : every_limiter) {
        MemoryStore store(1'000);
        for (std::uint64_t victim = 0; victim < 100; ++victim)
            for (int request = 0; request < 5; ++request)
                REQUIRE(decide_one(store, limiter, sample_key(victim), midnight).admitted);
        for (std::uint64_t made_up = 0; made_up < 20'000; ++made_up)
            decide_one(store, limiter, sample_key(made_up, 1), midnight + 1ms);
        CHECK(store.overflowed() > 0);
        for (std::uint64_t victim = 0; victim < 100; ++victim)
            REQUIRE_FALSE(decide_one(store, limiter, sample_key(victim), midnight + 2ms).admitted);
    }
}

TEST_CASE("ten million made-up keys neither free a limited caller nor take memory", "[store]")
{
    constexpr std::size_t max_keys = 100'000;
    constexpr std::uint64_t known = 10'000;
    const AnyLimiter limiter = TokenBucket({5, 24h}, 5);
    MemoryStore store(max_keys);
    // One caller has used up all, the others some.
    const std::uint64_t limited = sample_key(0, 1);
    for (int request = 0; request < 5; ++request)
        REQUIRE(decide_one(store, limiter, limited, midnight).admitted);
    for (std::uint64_t caller = 0; caller < known; ++caller)
        for (std::uint64_t request = 0; request < 1 + caller % 4; ++request)
            REQUIRE(decide_one(store, limiter, sample_key(caller, 2), midnight).admitted);

    std::uint64_t admitted = 0;
    for (std::uint64_t made_up = 0; made_up < 10'000'000; ++made_up) {
        const Instant now = midnight + made_up * 1us;
        decide_one(store, limiter, sample_key(made_up, 3), now);
        if (made_up % 1'000 == 0)
            admitted += decide_one(store, limiter, limited, now).admitted ? 1 : 0;
    }
    CHECK(admitted == 0);
    const Instant now = midnight + 10s;
    for (std::uint64_t caller = 0; caller < known; ++caller)
        REQUIRE(look_one(store, limiter, sample_key(caller, 2), now).remaining ==
                3 - static_cast<std::int64_t>(caller % 4));
    // Its bound: a quarter more entries than keys, each of 128 / 7 bytes.
    CHECK(store.memory_bytes() <= max_keys * 23 * 11 / 10);
    CHECK(store.live_keys(now) >= max_keys);
    CHECK(store.overflowed() >= 10'000'000 - max_keys * 5 / 4);
}

TEST_CASE("max_keys live keys find a place, and not many more than a quarter on top", "[store]")
{
    const std::size_t sizes[] = {1, 2, 8, 10, 50, 100, 1'000, 10'000, 100'000, 300'001};
    for (const std::size_t max_keys : sizes) {
        for (std::uint64_t family = 0; family < 3; ++family) {
            INFO(max_keys << " keys, family " << family);
            MemoryStore store(max_keys);
            const std::uint64_t keys = fill(store, midnight, family);
            CHECK(keys >= max_keys);
            CHECK(keys <= std::max<std::uint64_t>(max_keys * 13 / 10, 16));
            CHECK(store.live_keys(midnight) == keys);
            // Every one of them is still known.
            std::uint64_t admitted = 0;
            for (std::uint64_t key = 0; key < keys; ++key)
                admitted +=
                    decide_one(store, once_an_hour, sample_key(key, family), midnight).admitted;
            CHECK(admitted == 0);
        }
    }
}

TEST_CASE("new keys without a place share one bucket per limit", "[store]")
{
    for (const AnyLimiter& limiter : every_limiter) {
        MemoryStore store(100);
        const std::uint64_t keys = 2'000; // enough that no entry is left free
        for (std::uint64_t key = 0; key < keys; ++key)
            decide_one(store, once_an_hour, sample_key(key), midnight);
        const std::uint64_t before = store.overflowed();
        std::uint64_t admitted = 0;
        for (std::uint64_t key = keys + 10; key < keys + 1'010; ++key)
            admitted += decide_one(store, limiter, sample_key(key), midnight, 2).admitted;
        CHECK(admitted == 5);
        CHECK(store.overflowed() == before + 1'000);
        // Another limit has its own.
        CHECK(decide_one(store, limiter, sample_key(keys + 5'000), midnight, 3).admitted);
        CHECK_FALSE(look_one(store, limiter, sample_key(keys + 5'001), midnight, 2).admitted);
        CHECK(look_one(store, limiter, sample_key(keys + 5'001), midnight, 3).remaining == 3);
    }
}

TEST_CASE("a key that is back to the start is reused first", "[store]")
{
    MemoryStore store(1'000);
    const std::uint64_t keys = fill(store, midnight, 0);
    CHECK(store.live_keys(midnight) == keys);
    CHECK(store.live_keys(midnight + 1h) == 0);
    // A whole new population fits in the next hour, and the next.
    for (std::uint64_t hour = 1; hour < 20; ++hour) {
        const std::uint64_t before = store.overflowed();
        for (std::uint64_t key = 0; key < 1'000; ++key)
            REQUIRE(decide_one(store, once_an_hour, sample_key(key, hour), midnight + hour * 1h)
                        .admitted);
        CHECK(store.overflowed() == before);
        CHECK(store.live_keys(midnight + hour * 1h) == 1'000);
    }
}

TEST_CASE("a refused request takes no entry", "[store]")
{
    for (const AnyLimiter& limiter : every_limiter) {
        MemoryStore store(1'000);
        for (std::uint64_t key = 0; key < 5'000; ++key) {
            const Charge charge{.limiter = &limiter, .key = sample_key(key), .limit = 1, .cost = 6};
            Outcome outcome;
            REQUIRE_FALSE(store.decide({&charge, 1}, midnight, {&outcome, 1}));
        }
        CHECK(store.live_keys(midnight) == 0);
        CHECK(store.overflowed() == 0);
    }
}

TEST_CASE("C49 a second flood of keys takes no more memory than the first", "[store][cases]")
{
    for (const AnyLimiter& limiter : {AnyLimiter{FixedWindow(1, 2s, WindowAlign::epoch)},
                                      AnyLimiter{SlidingWindowLog(1, 2s)}}) {
        MemoryStore store(4'000'000);
        std::array<std::size_t, 2> plateau{};
        Instant now = midnight;
        for (std::uint64_t flood = 0; flood < 2; ++flood) {
            for (std::uint64_t key = 0; key < 200'000; ++key) {
                now += 300us; // 200,000 in a minute
                REQUIRE(decide_one(store, limiter, sample_key(key, flood), now).admitted);
            }
            now += 10s;
            CHECK(store.live_keys(now) == 0);
            plateau[flood] = store.memory_bytes();
        }
        CHECK(plateau[1] <= plateau[0] * 11 / 10);
        CHECK(plateau[0] < 4u << 20);
        CHECK(store.overflowed() == 0);
    }
}

TEST_CASE("C80 five thousand keys cost little of a large table", "[store][cases]")
{
    MemoryStore store(4'000'000);
    const std::size_t empty = store.memory_bytes();
    for (std::uint64_t key = 0; key < 5'000; ++key)
        REQUIRE(decide_one(store, once_an_hour, sample_key(key), midnight).admitted);
    CHECK(store.memory_bytes() - empty < 5'000 * 64);
}

TEST_CASE("a million live keys take at most 24 bytes each", "[store]")
{
    MemoryStore store(1'000'000);
    for (std::uint64_t key = 0; key < 1'000'000; ++key)
        REQUIRE(decide_one(store, once_an_hour, sample_key(key), midnight).admitted);
    CHECK(store.overflowed() == 0);
    CHECK(store.live_keys(midnight) == 1'000'000);
    CHECK(store.memory_bytes() <= 24'000'000);
}

TEST_CASE("timestamps run out before memory does, and new keys then share a bucket", "[store]")
{
    // Room for 1,000 keys and 16,000 timestamps; each key wants 1,000 of them.
    MemoryStore store(1'000);
    const AnyLimiter limiter = SlidingWindowLog(1'000, 1h);
    Instant now = midnight;
    std::uint64_t keys = 0;
    while (store.overflowed() == 0) {
        for (int request = 0; request < 1'000; ++request)
            decide_one(store, limiter, sample_key(keys), now += 1us);
        ++keys;
    }
    CHECK(keys >= 16);
    CHECK(keys <= 32);
    CHECK(store.memory_bytes() < 2 * 16'000 * 16 + 200'000);
    for (std::uint64_t key = 0; key + 1 < keys; ++key) // those before are exact
        CHECK_FALSE(decide_one(store, limiter, sample_key(key), now).admitted);

    // An hour later the old logs are given back as new ones are asked for.
    now += 1h;
    const std::uint64_t before = store.overflowed();
    for (std::uint64_t key = 0; key < 1'000; ++key)
        decide_one(store, limiter, sample_key(key, 1), now);
    CHECK(store.overflowed() - before < 100);
}

TEST_CASE("a clock that steps back neither frees a key nor locks it out", "[store][clock]")
{
    for (const AnyLimiter& limiter : every_limiter) {
        MemoryStore store(100);
        for (int request = 0; request < 5; ++request)
            REQUIRE(decide_one(store, limiter, sample_key(1), midnight).admitted);
        const Instant earlier = midnight - 24h;
        const Outcome outcome = decide_one(store, limiter, sample_key(1), earlier);
        REQUIRE_FALSE(outcome.admitted);
        REQUIRE(*outcome.wait <= 2h);
        CHECK_FALSE(
            decide_one(store, limiter, sample_key(1), earlier + *outcome.wait - 1ns).admitted);
        CHECK(decide_one(store, limiter, sample_key(1), earlier + *outcome.wait).admitted);
    }
}

TEST_CASE("looking gives the answer of deciding and changes nothing", "[store]")
{
    std::mt19937_64 random(3);
    MemoryStore store(50);
    Instant now = midnight;
    for (int step = 0; step < 20'000; ++step) {
        now += Duration{static_cast<std::int64_t>(random() % 100'000'000'000)};
        std::array<Charge, 3> charges;
        for (std::uint64_t part = 0; part < charges.size(); ++part) {
            const std::uint64_t which = random() % std::size(every_limiter);
            charges[part] = {.limiter = &every_limiter[which],
                             .key = sample_key(random() % 40, which + 10 * part),
                             .limit = which + 10 * part,
                             .cost = 1 + static_cast<Cost>(random() % 3)};
        }
        std::array<Outcome, 3> seen;
        std::array<Outcome, 3> seen_again;
        std::array<Outcome, 3> decided;
        const bool would = store.look(charges, now, seen);
        REQUIRE(store.look(charges, now, seen_again) == would);
        REQUIRE(seen == seen_again);
        REQUIRE(store.decide(charges, now, decided) == would);
        REQUIRE(seen == decided);
    }
    CHECK(store.overflowed() > 100);
}

TEST_CASE("however many threads ask, a limit admits exactly its number", "[store][threads]")
{
    constexpr int threads = 8;
    constexpr int requests = 20'000;
    constexpr std::uint64_t keys = 4;
    for (const std::int64_t limit : {1, 1'000}) {
        const AnyLimiter limiters[] = {FixedWindow(limit, 1h, WindowAlign::epoch),
                                       SlidingWindowLog(limit, 1h), SlidingWindowCounter(limit, 1h),
                                       TokenBucket({1, 24h}, limit)};
        for (const AnyLimiter& limiter : limiters) {
            MemoryStore store(10'000);
            std::array<std::atomic<std::int64_t>, keys> admitted{};
            in_parallel(threads, [&](int thread) {
                for (int request = 0; request < requests; ++request) {
                    const std::uint64_t key = static_cast<std::uint64_t>(request + thread) % keys;
                    if (decide_one(store, limiter, sample_key(key), midnight).admitted)
                        ++admitted[key];
                }
            });
            for (const auto& count : admitted)
                CHECK(count == limit);
        }
    }
}

TEST_CASE("threads that ask for a million keys are admitted as often as one thread is",
          "[store][threads]")
{
    constexpr int threads = 4;
    constexpr std::uint64_t keys = 1'000'000;
    constexpr std::uint64_t least_common_step = 999'983; // a prime: every thread meets every key
    const AnyLimiter limiter = TokenBucket({1, 24h}, 3);

    // Every thread asks once for each key, in an order of its own; a key of number n is also asked
    // for by n % 3 threads a second time.
    const auto ask = [&](MemoryStore& store, int thread, std::vector<std::uint8_t>& admitted) {
        for (std::uint64_t step = 0; step < keys; ++step) {
            const std::uint64_t start = static_cast<std::uint64_t>(thread) * (keys / threads);
            const std::uint64_t key = (start + step * least_common_step) % keys;
            const int times = static_cast<std::uint64_t>(thread) < key % 3 ? 2 : 1;
            for (int request = 0; request < times; ++request)
                admitted[key] += decide_one(store, limiter, sample_key(key), midnight).admitted;
        }
    };

    MemoryStore alone(keys);
    std::vector<std::uint8_t> expected(keys);
    for (int thread = 0; thread < threads; ++thread)
        ask(alone, thread, expected);

    MemoryStore shared(keys);
    std::vector<std::vector<std::uint8_t>> each(threads, std::vector<std::uint8_t>(keys));
    in_parallel(threads,
                [&](int thread) { ask(shared, thread, each[static_cast<std::size_t>(thread)]); });

    std::uint64_t different = 0;
    std::uint64_t other_states = 0;
    for (std::uint64_t key = 0; key < keys; ++key) {
        int admitted = 0;
        for (const std::vector<std::uint8_t>& part : each)
            admitted += part[key];
        different += admitted == expected[key] ? 0 : 1;
        other_states += look_one(shared, limiter, sample_key(key), midnight) ==
                                look_one(alone, limiter, sample_key(key), midnight)
                            ? 0
                            : 1;
    }
    CHECK(different == 0);
    CHECK(other_states == 0);
    CHECK(shared.live_keys(midnight) == keys);
    CHECK(shared.overflowed() == 0);
}

TEST_CASE("threads that share several limits charge all or none of them", "[store][threads]")
{
    // Each caller may go 100 times, all together 250 times; the charges come in either order.
    constexpr int threads = 8;
    const AnyLimiter own = TokenBucket({1, 24h}, 100);
    const AnyLimiter common = SlidingWindowLog(250, 1h);
    MemoryStore store(10'000);
    std::array<std::atomic<std::int64_t>, 4> admitted{};
    in_parallel(threads, [&](int thread) {
        const auto caller = static_cast<std::uint64_t>(thread) % admitted.size();
        std::array<Charge, 2> charges{
            {{&own, sample_key(caller), 1, 1}, {&common, sample_key(0, 1), 2, 1}}};
        if (thread >= threads / 2) std::swap(charges[0], charges[1]);
        std::array<Outcome, 2> outcomes;
        for (int request = 0; request < 5'000; ++request)
            if (store.decide(charges, midnight, outcomes)) ++admitted[caller];
    });
    std::int64_t total = 0;
    for (std::size_t caller = 0; caller < admitted.size(); ++caller) {
        total += admitted[caller];
        CHECK(admitted[caller] <= 100);
        // What a caller has left is what it was not admitted for: nothing was charged in vain.
        CHECK(look_one(store, own, sample_key(caller), midnight).remaining ==
              std::max<std::int64_t>(99 - admitted[caller], 0));
    }
    CHECK(total == 250);
}

TEST_CASE("threads that fill a small table together lose no limited key", "[store][threads]")
{
    constexpr int threads = 4;
    MemoryStore store(3'000);
    in_parallel(threads, [&](int thread) {
        std::mt19937_64 random(static_cast<std::uint64_t>(thread));
        for (int request = 0; request < 20'000; ++request)
            decide_one(store, once_an_hour, sample_key(random() % 6'000), midnight);
    });
    CHECK(store.overflowed() > 0);
    const std::size_t live = store.live_keys(midnight);
    CHECK(live >= 3'000);
    // Exactly the live keys are refused for their own sake; the rest share a bucket that is empty.
    std::uint64_t refused = 0;
    const std::uint64_t before = store.overflowed();
    for (std::uint64_t key = 0; key < 6'000; ++key)
        refused += decide_one(store, once_an_hour, sample_key(key), midnight).admitted ? 0 : 1;
    CHECK(refused == 6'000);
    CHECK(store.overflowed() - before == 6'000 - live);
}
