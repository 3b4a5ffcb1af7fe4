#include "store/shard.hpp"

#include "sample_keys.hpp"
#include "support/catch.hpp"

#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

using namespace weir;
using namespace std::chrono_literals;

namespace {

struct Sample {
    explicit Sample(std::size_t least) : sets(Shard::full_size(least))
    {
        shard.adopt(sets.data(), 1, sets.size());
    }

    // Puts a key in, growing as the store does; false when there is no room.
    bool insert(std::uint64_t key, State state, Instant now)
    {
        Room room = shard.room(key, now, {});
        while (!room && shard.grow())
            room = shard.room(key, now, {});
        if (!room) return false;
        shard.insert(room, key, state);
        if (shard.crowded(key, now)) shard.grow();
        return true;
    }

    std::vector<EntrySet> sets;
    Shard shard;
};

State until(Instant idle_at, std::uint64_t word = 0)
{
    return {.idle_at = idle_at, .word = word};
}

} // namespace

TEST_CASE("a shard finds every key with its state while it grows to the last set", "[store]")
{
    const std::size_t sizes[] = {1, 2, 3, 8, 63, 64, 65, 100, 129, 1'000, 5'000};
    for (const std::size_t sets : sizes) {
        INFO(sets << " sets");
        Sample sample(sets);
        std::uint64_t keys = 0;
        while (sample.insert(sample_key(keys), until(midnight + 1h, keys), midnight))
            ++keys;
        CHECK(keys >= sets * 8 * 8 / 10);
        CHECK(sample.sets.size() <= sets * 33 / 32 + 1);
        CHECK_FALSE(sample.shard.can_grow());
        CHECK(sample.shard.live_keys(midnight) == keys);
        for (std::uint64_t key = 0; key < keys; ++key) {
            const Slot slot = sample.shard.find(sample_key(key));
            REQUIRE(slot);
            REQUIRE(slot.state() == until(midnight + 1h, key));
        }
        CHECK_FALSE(sample.shard.find(sample_key(keys)));
    }
}

TEST_CASE("a shard is nearly full before a key finds no room", "[store]")
{
    Sample sample(1'000);
    std::uint64_t keys = 0;
    while (sample.insert(sample_key(keys), until(midnight + 1h), midnight))
        ++keys;
    CHECK(keys >= 8'000 * 90 / 100);
}

TEST_CASE("a shard stays as small as what is live in it", "[store]")
{
    Sample sample(10'000);
    Instant now = midnight;
    for (std::uint64_t key = 0; key < 500'000; ++key) {
        now += 1ms;
        REQUIRE(sample.insert(sample_key(key), until(now + 1s), now)); // a thousand at a time
    }
    CHECK(sample.shard.live_keys(now) == 1'000);
    CHECK(sample.shard.memory_bytes() < 1'000 * 24 * 3);
}

TEST_CASE("room never lies in an entry that is kept", "[store]")
{
    Sample sample(2);
    std::vector<Slot> kept;
    std::set<std::pair<EntrySet*, unsigned>> places;
    for (std::uint64_t key = 0; key < 100; ++key) {
        const Room room = sample.shard.room(sample_key(key), midnight, kept);
        if (!room) continue;
        REQUIRE(places.insert({room.slot.set, room.slot.index}).second);
        kept.push_back(room.slot);
    }
    CHECK(places.size() == 16);
    CHECK(sample.shard.live_keys(midnight) == 0); // asking changes nothing
}

TEST_CASE("an entry that is moved aside is the same entry elsewhere", "[store]")
{
    Sample sample(64);
    while (sample.shard.grow()) {
    }
    std::unordered_map<std::uint64_t, std::uint64_t> words;
    std::uint64_t moves = 0;
    for (std::uint64_t number = 0; number < 1'000; ++number) {
        const std::uint64_t key = sample_key(number);
        const Room room = sample.shard.room(key, midnight, {});
        if (!room) continue;
        moves += room.moves_to ? 1 : 0;
        sample.shard.insert(room, key, until(midnight + 1h, number));
        words[key] = number;
    }
    CHECK(moves > 0);
    CHECK(sample.shard.live_keys(midnight) == words.size());
    for (const auto& [key, word] : words)
        REQUIRE(sample.shard.find(key).state().word == word);
}
