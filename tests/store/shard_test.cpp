#include "store/shard.hpp"

#include "sample_keys.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <iterator>
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
        CHECK(keys >= sets * EntrySet::size * 9 / 10);
        CHECK(sample.sets.size() <= sets * 33 / 32 + 1);
        CHECK_FALSE(sample.shard.can_grow());
        CHECK(sample.shard.live_keys(midnight) == keys);
        for (std::uint64_t key = 0; key < keys; ++key) {
            const Slot slot = sample.shard.find(sample_key(key));
            REQUIRE(slot);
            REQUIRE(sample.shard.state(slot) == until(midnight + 1h, key));
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
    CHECK(keys >= 1'000 * EntrySet::size * 97 / 100);
}

TEST_CASE("a full shard turns keys away at little cost, and sees at once when there is room again",
          "[store]")
{
    Sample sample(64);
    std::uint64_t keys = 0;
    while (sample.insert(sample_key(keys), until(midnight + 1h), midnight))
        ++keys;
    sample.shard.turn_away();
    // Nothing is live any more.
    for (std::uint64_t key = keys; key < 2 * keys; ++key)
        REQUIRE(sample.insert(sample_key(key), until(midnight + 2h), midnight + 1h));
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
    CHECK(places.size() == 2 * EntrySet::size);
    CHECK(sample.shard.live_keys(midnight) == 0); // asking changes nothing
}

TEST_CASE("a shard that grows is never less than three quarters full", "[store]")
{
    // Eighteen bytes an entry: so a live key takes about 24 bytes at most, however many there are.
    Sample sample(16'384);
    std::uint64_t most_growth = 0;
    for (std::uint64_t key = 0; key < 80'000; ++key) {
        const std::size_t before = sample.shard.memory_bytes();
        REQUIRE(sample.insert(sample_key(key), until(midnight + 1h), midnight));
        const std::size_t after = sample.shard.memory_bytes();
        most_growth = std::max<std::uint64_t>(most_growth, after - before);
        if (key >= 4'000) REQUIRE(after <= (key + 1) * 49 / 2);
    }
    // And never by much at a time: that would be a pause.
    CHECK(most_growth <= 4 * sizeof(EntrySet));
}

TEST_CASE("all of a time and of a word is kept, and a place in the pool is used again", "[store]")
{
    Sample sample(64);
    const std::uint64_t words[] = {
        0, 1, 0xFF'FFFF, 0x100'0000, 0xFFF'0000'0FFF, 0x1000'0000'0001, 0xFFFF'FFFF'FFFF'FFFF};
    const Instant times[] = {midnight + 1ns, Instant::max(), Instant{Duration{1}}};
    std::vector<State> states;
    for (const Instant at : times)
        for (const std::uint64_t word : words)
            states.push_back(until(at, word));

    const auto written = [&](std::size_t key) {
        return sample.shard.state(sample.shard.find(sample_key(key))) == states[key];
    };
    for (std::size_t key = 0; key < states.size(); ++key)
        REQUIRE(sample.insert(sample_key(key), states[key], Instant{}));
    for (std::size_t key = 0; key < states.size(); ++key)
        CHECK(written(key));

    const std::size_t before = sample.shard.memory_bytes();
    for (int round = 0; round < 1'000; ++round) {
        std::rotate(states.begin(), states.begin() + 1, states.end());
        for (std::size_t key = 0; key < states.size(); ++key)
            sample.shard.write(sample.shard.find(sample_key(key)), sample_key(key), states[key]);
        for (std::size_t key = 0; key < states.size(); ++key)
            REQUIRE(written(key));
    }
    CHECK(sample.shard.memory_bytes() == before);
}

TEST_CASE("an entry that is moved aside is the same entry elsewhere", "[store]")
{
    Sample sample(64);
    while (sample.shard.grow()) {
    }
    std::unordered_map<std::uint64_t, std::uint64_t> words;
    std::uint64_t moves = 0;
    std::uint64_t second_moves = 0;
    for (std::uint64_t number = 0; number < 1'000; ++number) {
        const std::uint64_t key = sample_key(number);
        // Some words need all their bits, some do not; they move alike.
        const std::uint64_t word = number % 3 == 0 ? ~number : number;
        const Room room = sample.shard.room(key, midnight, {});
        if (!room) continue;
        moves += room.moves_to ? 1 : 0;
        second_moves += room.moves_on_to ? 1 : 0;
        sample.shard.insert(room, key, until(midnight + 1h, word));
        words[key] = word;
    }
    CHECK(moves > 0);
    CHECK(second_moves > 0);
    CHECK(sample.shard.live_keys(midnight) == words.size());
    for (const auto& [key, word] : words)
        REQUIRE(sample.shard.state(sample.shard.find(key)).word == word);
}
