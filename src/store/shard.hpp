#pragma once

#include "log_pool.hpp"
#include "slot.hpp"
#include "spin_lock.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace weir {

// Where a key that has no entry yet can be put: into `slot`, which is free once its present owner
// has moved on to `moves_to` (if that names a place), and that one's owner to `moves_on_to`.
struct Room {
    Slot slot;
    Slot moves_to;
    Slot moves_on_to;

    explicit operator bool() const { return static_cast<bool>(slot); }
};

// One part of the store's table, with its own lock; everything below needs that lock.
//
// A key may lie in either of two sets of seven, chosen by different bits of its hash. An entry is
// free when its idle_at has passed. When all fourteen are live, one of them is moved to its own
// other set, if need be after one there has been moved to its other set; so room is found until
// nearly every entry is taken, and nothing live is ever dropped.
//
// The table grows by linear hashing (Litwin, 1980): a set at a time, in place, each step splitting
// one old set into itself and the new one. So there are no pauses, and a few keys lie close
// together instead of one per page of the memory that all of them would need. It starts with
// `base_` sets and its full size is a power of two times as many: then all sets are equally likely.
class alignas(64) Shard {
public:
    // How many sets to give a shard that is to have at least this many.
    static std::size_t full_size(std::size_t least);
    // Takes every `stride`-th set of `sets`, `count` (a full_size) in all; zeroed, they outlive the
    // shard. Shards that grow alike so share the front of the store's memory.
    void adopt(EntrySet* sets, std::size_t stride, std::size_t count);

    void prefetch(std::uint64_t key) const; // needs no lock; the next find will have less to wait
    Slot find(std::uint64_t key) const;     // live or not
    State state(Slot slot) const { return slot.read(words_); }
    void write(Slot slot, std::uint64_t key, State state) { slot.write(key, state, words_); }
    // `kept` are entries that must neither be used nor moved. Changes nothing.
    Room room(std::uint64_t key, Instant now, std::span<const Slot> kept) const;
    // Puts the key there; afterwards slots of this shard that are not `kept` may have moved.
    void insert(const Room& room, std::uint64_t key, State state);
    void turn_away(); // to be told when there was no room for a new key
    // To be asked after an insertion: the sets that new keys get are so full that the table should
    // grow.
    bool crowded(std::uint64_t key, Instant now);
    bool can_grow() const { return extent().active < most_; }
    bool grow(); // by one set; false when there are no more. Moves entries.

    std::size_t live_keys(Instant now) const;
    std::size_t memory_bytes() const;

    SpinLock lock;

private:
    // How far the table has grown.
    struct Extent {
        std::size_t active; // sets in use
        std::size_t levels; // the least 2^k - 1 for which base_ * 2^k reaches all of them
    };
    Extent extent() const;
    std::size_t first_number(std::uint64_t key, Extent extent) const; // of its sets
    std::size_t second_number(std::uint64_t key, Extent extent) const;
    std::size_t first_base(std::uint64_t key) const;
    std::size_t number(std::size_t base, std::uint64_t bits, Extent extent) const;

    EntrySet& set(std::size_t number) const { return sets_[number * stride_]; }
    EntrySet& first_set(std::uint64_t key) const { return set(first_number(key, extent())); }
    EntrySet& second_set(std::uint64_t key) const { return set(second_number(key, extent())); }
    EntrySet& other_set(Slot owner) const; // that it might lie in
    Room free_by_a_move(EntrySet& full, Instant now, std::span<const Slot> kept) const;
    Room free_by_two_moves(EntrySet& full, Instant now, std::span<const Slot> kept) const;

    // In one cache line with the lock: what every decision reads.
    EntrySet* sets_ = nullptr;
    std::size_t stride_ = 1;
    std::size_t base_ = 0;
    std::size_t most_ = 0;
    // Atomic for prefetch alone, which may be off the mark.
    std::atomic<std::size_t> active_{0};
    std::atomic<std::size_t> levels_{0};
    int crowding_ = 0; // a running mean, in crowding_unit
    int turned_away_ = 0;

    WordPool words_;

public:
    LogPool logs;
};

} // namespace weir
