#pragma once

#include "word_pool.hpp"

#include <weir/limit/limiter.hpp>

#include <cstddef>
#include <cstdint>

namespace weir {

// Seven entries in two neighbouring cache lines, 18 bytes each: 56 bits of the key's hash, idle_at
// in full, 24 bits for the word. The hash's other 8 bits chose the shard. All zeroes, as memory
// comes from the system, is a set of free entries.
struct alignas(128) EntrySet {
    static constexpr unsigned size = 7;
    static constexpr unsigned form_bits = 2;

    std::uint64_t hash[size];       // 56 bits; below them the low 8 bits of the short word
    std::uint16_t word_above[size]; // the short word's other 16 bits
    std::uint16_t forms;            // of the short words, form_bits each
    std::int64_t idle_at[size];     // nanoseconds since the Unix epoch

    // A bit for each entry that has the key's hash. Compares all, since which one it is cannot be
    // predicted. A key whose 56 bits are zero takes any free entry for its own, which will do.
    unsigned matches(std::uint64_t key) const
    {
        unsigned found = 0;
        for (unsigned index = 0; index < size; ++index)
            found |= static_cast<unsigned>((hash[index] ^ key << 8) < 256) << index;
        return found;
    }
    unsigned live(Instant now) const // how many entries
    {
        unsigned count = 0;
        for (const std::int64_t at : idle_at)
            count += at > nanoseconds_of(now) ? 1 : 0;
        return count;
    }
};
static_assert(sizeof(EntrySet) == 128);

// One entry of a set, or none. Valid until the table's next insertion or growth.
struct Slot {
    EntrySet* set = nullptr;
    unsigned index = 0;

    explicit operator bool() const { return set != nullptr; }
    bool operator==(const Slot&) const = default;

    std::uint64_t key() const { return set->hash[index] >> 8; } // without the shard's bits
    bool used() const { return set->idle_at[index] != 0; }      // ever
    bool live(Instant now) const { return set->idle_at[index] > nanoseconds_of(now); }

    State read(const WordPool& pool) const
    {
        return {.idle_at = Instant{Duration{set->idle_at[index]}}, .word = pool.whole(word())};
    }
    void write(std::uint64_t key, State state, WordPool& pool) const
    {
        set->idle_at[index] = nanoseconds_of(state.idle_at);
        put(key, pool.shorten(state.word, word()));
    }
    // The other entry is free; so is this one afterwards.
    void move_to(Slot other, WordPool& pool) const
    {
        pool.give_back(other.word());
        other.set->idle_at[other.index] = set->idle_at[index];
        other.put(key(), word());
        set->idle_at[index] = 0;
        put(0, {});
    }

private:
    ShortWord word() const
    {
        const unsigned form = set->forms >> (index * EntrySet::form_bits) & 3u;
        return {static_cast<ShortWord::Form>(form),
                static_cast<std::uint32_t>(set->word_above[index]) << 8 |
                    static_cast<std::uint32_t>(set->hash[index] & 0xFF)};
    }
    void put(std::uint64_t key, ShortWord word) const
    {
        const unsigned shift = index * EntrySet::form_bits;
        set->hash[index] = key << 8 | (word.value & 0xFF);
        set->word_above[index] = static_cast<std::uint16_t>(word.value >> 8);
        set->forms = static_cast<std::uint16_t>((set->forms & ~(3u << shift)) |
                                                static_cast<unsigned>(word.form) << shift);
    }
};

} // namespace weir
