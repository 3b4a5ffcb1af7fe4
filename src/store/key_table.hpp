#pragma once

#include "overflow.hpp"
#include "shard.hpp"

#include <weir/limit/timestamp_log.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace weir {

// Everything that the store remembers: shards by key, overflow buckets by limit.
class KeyTable {
public:
    explicit KeyTable(std::size_t max_keys); // std::bad_alloc when there is no address space
    ~KeyTable();
    KeyTable(const KeyTable&) = delete;
    KeyTable& operator=(const KeyTable&) = delete;

    // By the top bits of the key; the sets within a shard go by the others.
    Shard& shard(std::uint64_t key) { return shards_[(key >> 56) & (shard_count_ - 1)]; }
    std::span<Shard> shards() { return {shards_.get(), shard_count_}; }

    Overflow overflow;
    TimestampBudget timestamps;
    std::atomic<std::uint64_t> overflowed{0};

private:
    void reserve(std::size_t bytes);

    void* memory_ = nullptr;
    EntrySet* sets_ = nullptr;
    std::size_t reserved_bytes_ = 0;
    std::size_t shard_count_ = 1; // a power of two
    std::unique_ptr<Shard[]> shards_;
};

} // namespace weir
