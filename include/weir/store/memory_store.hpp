#pragma once

#include <weir/base/siphash.hpp>
#include <weir/limit/limiters.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace weir {

// One limit's part of a decision.
struct Charge {
    const AnyLimiter* limiter = nullptr;
    std::uint64_t key = 0;   // keyed hash of limit id and caller's key; never 0
    std::uint64_t limit = 0; // the limit's id: names its overflow bucket
    Cost cost = 1;           // what must fit
    bool later = false;      // taken by settle() alone: an admitted request takes nothing yet
    // Decides only for itself: its refusal refuses nobody, and it is charged when it admits the
    // request and all that are not shadows do.
    bool shadow = false;
};

class KeyTable; // src/store/key_table.hpp

// The limits of this process, shared by all event loops. Decisions are synchronous, exact and
// atomic over all charges of a request; a live key takes 21 to 24 bytes, eight more when its state
// has a word that does not fit 24 bits, such as large counts of sliding_window_counter. At most
// `max_keys` keys: one whose state is back to the start costs nothing and is reused; one that is
// not is never forgotten. Where no place is left, a new key shares its limit's overflow bucket,
// which is counted. So made-up keys can neither reset a limit nor take memory.
//
// `max_keys` live keys find a place; up to a quarter more may, since the table is built for a load
// of 80 %. (Hashing makes this a matter of chance: moved aside, keys find places up to 97 %.)
// Memory follows the keys that are live at once: address space is reserved for all, pages are
// touched as they are needed. The logs of sliding_window_log take memory of their own, at most
// timestamps_per_key for each of max_keys; when they are used up, a new key of such a limit goes to
// the overflow bucket and a known one is charged as if its last request came now.
class MemoryStore {
public:
    static constexpr std::size_t max_charges = 16;        // in one decision
    static constexpr std::size_t timestamps_per_key = 16; // on average over all of max_keys

    explicit MemoryStore(std::size_t max_keys);
    ~MemoryStore();
    MemoryStore(const MemoryStore&) = delete;
    MemoryStore& operator=(const MemoryStore&) = delete;

    // Looks at all charges and, only if every one that is no shadow admits, charges all of them
    // that admit. Writes one outcome per charge; returns whether all admitted. Any thread. Keys
    // must differ from each other, and so must limits.
    bool decide(std::span<const Charge> charges, Instant now, std::span<Outcome> outcomes);
    // The same answer without charging anything.
    bool look(std::span<const Charge> charges, Instant now, std::span<Outcome> outcomes) const;

    // Moves what one charge has taken by `delta` units, now that the real cost is known: up without
    // asking whether it fits, or back down by what it took at `charged_at`. `overflowed`: as its
    // outcome said. Returns how the key stands then, as a look for nothing. Any thread.
    Outcome settle(const Charge& charge, bool overflowed, Cost delta, Instant charged_at,
                   Instant now);

    // Begins to fetch what a decision on this key will read. A table of many keys lies in main
    // memory, which takes as long to answer as all the rest of a decision: worth calling as soon as
    // the key is known when there is something else to do before deciding. Any thread, no lock.
    void prefetch(std::uint64_t key) const;

    std::uint64_t overflowed() const;         // charges that fell into an overflow bucket so far
    std::size_t live_keys(Instant now) const; // walks the table; for tests and metrics
    std::size_t memory_bytes() const;         // in use, not reserved

private:
    std::unique_ptr<KeyTable> table_;
};

} // namespace weir
