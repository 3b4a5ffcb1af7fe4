#pragma once

#include "blocks.hpp"

#include <weir/limit/timestamp_log.hpp>

#include <cstddef>
#include <cstdint>

namespace weir {

// The timestamp logs of one shard's keys, under the shard's lock. State::word of a log's key is the
// number that `open` returned. A log whose time has passed is given back by `collect`, a few of
// them looked at with every charge, so idle logs go as fast as new ones come. Each remembers whose
// it is: a number left in an entry that has been idle leads nowhere, not to somebody else's log.
class LogPool {
public:
    TimestampLog* find(std::uint64_t number, std::uint64_t key); // nullptr when it is not there
    std::uint64_t open(std::uint64_t key);
    void set_idle_at(std::uint64_t number, Instant idle_at);
    void collect(Instant now, TimestampBudget& budget);

    std::size_t memory_bytes() const;

private:
    static constexpr std::size_t collected_at_once = 4;

    struct Entry {
        std::uint64_t key = 0; // 0: free
        Instant idle_at{};
        TimestampLog log;
        std::size_t next_free = 0; // number, while it is free
    };
    Blocks<Entry, 32> entries_; // numbers count from 1
    std::size_t first_free_ = 0;
    std::size_t next_ = 0; // to be looked at by collect
};

} // namespace weir
