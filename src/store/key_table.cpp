#include "key_table.hpp"

#include <weir/store/memory_store.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace weir {

namespace {

constexpr std::size_t most_shards = 256;
// A shard of this size is so unlikely to get much more than its part of the keys that even the
// fullest has room while the whole is 80 % full.
constexpr std::size_t least_sets_per_shard = 2'048 / EntrySet::size;
constexpr std::size_t large_page = std::size_t{2} << 20;
constexpr std::size_t most_keys = std::size_t{1} << 32;

std::size_t sets_for(std::size_t max_keys)
{
    const std::size_t entries = max_keys + max_keys / 4;
    return std::max<std::size_t>((entries + EntrySet::size - 1) / EntrySet::size, 2);
}

std::size_t shards_for(std::size_t sets)
{
    std::size_t shards = 1;
    while (shards < most_shards && sets / (shards * 2) >= least_sets_per_shard)
        shards *= 2;
    return shards;
}

} // namespace

KeyTable::KeyTable(std::size_t max_keys)
    : timestamps(
          static_cast<std::int64_t>(MemoryStore::timestamps_per_key *
                                    std::clamp<std::size_t>(max_keys, EntrySet::size, most_keys)))
{
    if (max_keys > most_keys) throw std::bad_alloc();
    const std::size_t sets = sets_for(max_keys);
    shard_count_ = shards_for(sets);
    const std::size_t per_shard = Shard::full_size((sets + shard_count_ - 1) / shard_count_);
    shards_ = std::make_unique<Shard[]>(shard_count_);

    reserve(per_shard * shard_count_ * sizeof(EntrySet));
    for (std::size_t number = 0; number < shard_count_; ++number)
        shards_[number].adopt(sets_ + number, shard_count_, per_shard);
}

// Pages cost nothing until they are written to. The shards grow side by side from the front of the
// memory, so large pages, which save most of the walks through page tables, are soon full as well.
void KeyTable::reserve(std::size_t bytes)
{
    reserved_bytes_ = bytes + large_page;
    memory_ = ::mmap(nullptr, reserved_bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    void* first = memory_;
    std::size_t left = reserved_bytes_;
    sets_ = static_cast<EntrySet*>(std::align(large_page, bytes, first, left));
    ::madvise(sets_, bytes, MADV_HUGEPAGE); // a wish; without it all is the same but slower
}

KeyTable::~KeyTable()
{
    ::munmap(memory_, reserved_bytes_);
}

} // namespace weir
