#pragma once

#include "spin_lock.hpp"

#include <weir/limit/timestamp_log.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace weir {

// What the keys of one limit share that found no place in the table.
struct OverflowBucket {
    State state;
    TimestampLog log; // of sliding_window_log
};

// One bucket per limit, made when first needed. There are at most as many as limits were ever
// configured, and those that are idle are thrown away before they add up. In stripes with a lock
// each; a decision takes those it needs after the shards' locks, in ascending order.
class Overflow {
public:
    class Stripe {
    public:
        OverflowBucket& at(std::uint64_t limit) { return buckets_[limit]; }
        OverflowBucket* find(std::uint64_t limit);              // nullptr when there is none
        void forget_idle(Instant now, TimestampBudget& budget); // when there are many

        SpinLock lock;

    private:
        std::unordered_map<std::uint64_t, OverflowBucket> buckets_;
        std::size_t forget_from_ = 64;
    };

    Stripe& stripe(std::uint64_t limit) { return stripes_[limit % stripes_.size()]; }
    TimestampBudget& budget() { return budget_; }

private:
    // Apart from the table's, which is exhausted when these logs are needed most.
    static constexpr std::int64_t most_timestamps = 65'536;

    std::array<Stripe, 16> stripes_;
    TimestampBudget budget_{most_timestamps};
};

} // namespace weir
