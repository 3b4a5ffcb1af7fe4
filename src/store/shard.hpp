#pragma once

#include "log_pool.hpp"
#include "slot.hpp"
#include "spin_lock.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace weir {

// Where a key that has no entry yet can be put: into `slot`, which is free once its present owner
// has moved on to `moves_to` (if that names a place).
struct Room {
    Slot slot;
    Slot moves_to;

    explicit operator bool() const { return static_cast<bool>(slot); }
};

// One part of the store's table, with its own lock; everything below needs that lock.
//
// A key may lie in either of two sets of eight, chosen by different bits of its hash. An entry is
// free when its idle_at has passed. When all sixteen are live, one of them is moved to its own
// other set; so room is found until nearly every entry is taken, and nothing live is ever dropped.
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

    Slot find(std::uint64_t key) const; // live or not
    // `kept` are entries that must neither be used nor moved. Changes nothing.
    Room room(std::uint64_t key, Instant now, std::span<const Slot> kept) const;
    // Puts the key there; afterwards slots of this shard that are not `kept` may have moved.
    void insert(const Room& room, std::uint64_t key, State state) const;
    // The sets that the key may lie in are so full that the table should grow.
    bool crowded(std::uint64_t key, Instant now) const;
    bool can_grow() const { return active_ < most_; }
    bool grow(); // by one set; false when there are no more. Moves entries.

    std::size_t live_keys(Instant now) const;
    std::size_t memory_bytes() const;

    SpinLock lock;
    LogPool logs;

private:
    EntrySet& set(std::size_t number) const { return sets_[number * stride_]; }
    EntrySet& first_set(std::uint64_t key) const { return set(index(key, active_, levels_)); }
    EntrySet& second_set(std::uint64_t key) const
    {
        return set(index(key >> 28, active_, levels_));
    }
    std::size_t index(std::uint64_t bits, std::size_t active, std::size_t levels) const;

    EntrySet* sets_ = nullptr;
    std::size_t stride_ = 1;
    std::size_t base_ = 0;
    std::size_t most_ = 0;
    std::size_t active_ = 0; // sets in use
    std::size_t levels_ = 0; // the least 2^k - 1 for which base_ * 2^k reaches all of them
};

} // namespace weir
