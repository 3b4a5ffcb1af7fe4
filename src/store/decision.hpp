#pragma once

#include "key_table.hpp"
#include "lock_set.hpp"

#include <weir/store/memory_store.hpp>

#include <span>

namespace weir {

// Where one charge of a decision reads and writes: an entry that its key has, or room for one, or
// the limit's overflow bucket.
struct Seat {
    const Charge* charge = nullptr;
    Shard* shard = nullptr;
    Slot slot;
    Room room;
    OverflowBucket* overflow = nullptr;
    bool overflows = false; // also when a look finds that there is no such bucket yet
    State state;            // as it counts now

    bool has_place() const { return slot || room || overflow != nullptr; }
};

// One decision from the first lock to the last: construct, then decide or look. The caller brings
// the seats, one per charge, so that the common single charge needs only one.
class Decision {
public:
    Decision(KeyTable& table, std::span<const Charge> charges, std::span<Seat> seats, Instant now);

    bool decide(std::span<Outcome> outcomes);                        // charges if all admit
    bool look(std::span<Outcome> outcomes);                          // changes nothing
    Outcome settle(bool overflowed, Cost delta, Instant charged_at); // of the only charge

private:
    void find_entries();
    void take_seats();
    bool find_rooms();
    void join_overflow();
    void peek_overflow();
    Room room_for(const Seat& seat) const;
    bool wants_timestamps(const Seat& seat) const;
    TimestampLog* log_of(const Seat& seat) const;
    TimestampLog& open_log(Seat& seat) const;
    void note_idle_at(const Seat& seat) const;
    TimestampBudget& budget_of(const Seat& seat) const;

    State stored(const Seat& seat) const;
    void store(const Seat& seat, State state) const;
    void clamp(Seat& seat) const;
    Outcome look_at(const Seat& seat, Cost cost) const;
    void charge(Seat& seat) const;
    bool find_for_settling(Seat& seat, bool overflowed, Cost delta);
    void adjust(Seat& seat, Cost delta, Instant charged_at) const;
    void clean_up() const;

    KeyTable& table_;
    std::span<Seat> seats_;
    Instant now_;
    LockSet<MemoryStore::max_charges> shard_locks_;
    LockSet<MemoryStore::max_charges> overflow_locks_; // given back first
};

} // namespace weir
