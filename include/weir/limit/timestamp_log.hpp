#pragma once

#include <weir/limit/limiter.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace weir {

// How many timestamps all logs of one store may hold together. Any thread.
class TimestampBudget {
public:
    explicit TimestampBudget(std::int64_t entries) : left_(entries) {}

    bool take(std::size_t entries);            // all of them or none
    void take_regardless(std::size_t entries); // may go below zero
    void give_back(std::size_t entries);
    bool exhausted() const { return left_.load(std::memory_order_relaxed) <= 0; }

private:
    std::atomic<std::int64_t> left_;
};

// When how much was admitted for one key, oldest first. Every entry carries the running total up to
// and including it, so what lies in a window and when enough of it will have left are both found by
// binary search; nothing is ever walked. What was admitted at one instant is one entry.
//
// The ring grows and shrinks by halves and is charged to a budget. The first few entries are always
// granted. When the budget is exhausted, the newest entry is moved to now and takes the new cost
// along: that admits less than the definition for a while, never more.
// One thread at a time (the store's lock).
class TimestampLog {
public:
    bool empty() const { return count_ == 0; }
    std::size_t size() const { return count_; }
    std::size_t memory_bytes() const { return capacity_ * sizeof(Entry); }
    Instant newest() const; // not when empty

    Cost used_after(Instant edge) const;
    // When the entry was made with whose leaving at least `units` of what lies after edge are gone.
    Instant leaves_with(Instant edge, Cost units) const;

    void add(Instant at, Cost cost, TimestampBudget& budget); // not earlier than newest
    // Takes units off what was added at `at` (or was merged into the entry after it). Walks what
    // came later. Nothing when that has been forgotten.
    void take_back(Instant at, Cost units);
    void forget_until(Instant edge, TimestampBudget& budget); // drops entries at or before edge
    void pull_back(Instant now);                              // what is later counts as of now
    void clear(TimestampBudget& budget);                      // gives all memory back

private:
    struct Entry {
        Instant at;
        std::uint64_t total; // may wrap around; only differences matter
    };
    static constexpr std::uint32_t least_capacity = 4;
    static constexpr std::uint32_t most_capacity = std::uint32_t{1} << 31;

    Entry& entry(std::size_t index) { return ring_[(first_ + index) & (capacity_ - 1)]; }
    const Entry& entry(std::size_t index) const
    {
        return ring_[(first_ + index) & (capacity_ - 1)];
    }
    std::size_t first_after(Instant edge) const;
    std::uint64_t total_before(std::size_t index) const;
    bool grow(TimestampBudget& budget);
    bool move_to(std::uint32_t capacity);

    std::unique_ptr<Entry[]> ring_;
    std::uint32_t capacity_ = 0; // a power of two, or none
    std::uint32_t first_ = 0;
    std::uint32_t count_ = 0;
    std::uint64_t forgotten_ = 0; // the running total before the first entry
};

} // namespace weir
