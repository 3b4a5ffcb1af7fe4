#pragma once

#include <weir/limit/limiter.hpp>

#include <cstddef>
#include <cstdint>

namespace weir {

// Eight entries. Each column is one cache line, so a key is found by reading one line per set.
// All zeroes, as memory comes from the system, is a set of free entries.
struct alignas(64) EntrySet {
    static constexpr unsigned size = 8;

    std::uint64_t key[size];    // 0: never used
    std::int64_t idle_at[size]; // nanoseconds since the Unix epoch
    std::uint64_t word[size];
};
static_assert(sizeof(EntrySet) == EntrySet::size * 24);

// One entry of a set, or none. Valid until the table's next insertion or growth.
struct Slot {
    EntrySet* set = nullptr;
    unsigned index = 0;

    explicit operator bool() const { return set != nullptr; }
    bool operator==(const Slot&) const = default;

    std::uint64_t key() const { return set->key[index]; }
    State state() const
    {
        return {.idle_at = Instant{Duration{set->idle_at[index]}}, .word = set->word[index]};
    }
    bool live(Instant now) const { return set->idle_at[index] > nanoseconds_of(now); }

    void write(std::uint64_t key, State state) const
    {
        set->key[index] = key;
        set->idle_at[index] = nanoseconds_of(state.idle_at);
        set->word[index] = state.word;
    }
    void move_to(Slot other) const
    {
        other.write(key(), state());
        write(0, State{});
    }
};

} // namespace weir
