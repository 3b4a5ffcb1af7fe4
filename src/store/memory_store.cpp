#include <weir/store/memory_store.hpp>

#include "decision.hpp"
#include "key_table.hpp"

#include <weir/base/assert.hpp>

#include <array>
#include <mutex>

namespace weir {

MemoryStore::MemoryStore(std::size_t max_keys) : table_(std::make_unique<KeyTable>(max_keys))
{}

MemoryStore::~MemoryStore() = default;

namespace {

// Most routes have a few limits; seats for the most there may be are only made where needed.
template <typename Step>
bool with_seats(std::size_t count, const Step& step)
{
    WEIR_ASSERT(count <= MemoryStore::max_charges);
    if (count == 1) {
        Seat seat;
        return step(std::span{&seat, 1});
    }
    if (count <= 4) {
        std::array<Seat, 4> seats;
        return step(std::span{seats.data(), count});
    }
    std::array<Seat, MemoryStore::max_charges> seats;
    return step(std::span{seats.data(), count});
}

} // namespace

bool MemoryStore::decide(std::span<const Charge> charges, Instant now, std::span<Outcome> outcomes)
{
    WEIR_ASSERT(outcomes.size() >= charges.size());
    return with_seats(charges.size(), [&](std::span<Seat> seats) {
        return Decision{*table_, charges, seats, now}.decide(outcomes);
    });
}

bool MemoryStore::look(std::span<const Charge> charges, Instant now,
                       std::span<Outcome> outcomes) const
{
    WEIR_ASSERT(outcomes.size() >= charges.size());
    return with_seats(charges.size(), [&](std::span<Seat> seats) {
        return Decision{*table_, charges, seats, now}.look(outcomes);
    });
}

Outcome MemoryStore::settle(const Charge& charge, bool overflowed, Cost delta, Instant charged_at,
                            Instant now)
{
    Seat seat;
    return Decision{*table_, {&charge, 1}, {&seat, 1}, now}.settle(overflowed, delta, charged_at);
}

void MemoryStore::prefetch(std::uint64_t key) const
{
    table_->shard(key).prefetch(key);
}

std::uint64_t MemoryStore::overflowed() const
{
    return table_->overflowed.load(std::memory_order_relaxed);
}

std::size_t MemoryStore::live_keys(Instant now) const
{
    std::size_t live = 0;
    for (Shard& shard : table_->shards()) {
        const std::lock_guard hold(shard.lock);
        live += shard.live_keys(now);
    }
    return live;
}

std::size_t MemoryStore::memory_bytes() const
{
    std::size_t bytes = sizeof(KeyTable);
    for (Shard& shard : table_->shards()) {
        const std::lock_guard hold(shard.lock);
        bytes += sizeof(Shard) + shard.memory_bytes();
    }
    return bytes;
}

} // namespace weir
