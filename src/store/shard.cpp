#include "shard.hpp"

#include <weir/base/assert.hpp>

#include <algorithm>

namespace weir {

namespace {

// Full sizes come in steps of one 32nd.
constexpr std::size_t least_base = 32;
// One choice of a key has 28 bits: 16 for the levels, 12 for the place in the base.
constexpr unsigned level_bits = 16;
constexpr unsigned base_bits = 12;
// Of the sixteen entries that a new key may take. Keeps a growing table about 80 % full.
constexpr unsigned crowded_from = 14;

unsigned live_in(const EntrySet& entries, Instant now)
{
    unsigned live = 0;
    for (const std::int64_t idle_at : entries.idle_at)
        live += idle_at > nanoseconds_of(now) ? 1 : 0;
    return live;
}

bool holds(std::span<const Slot> slots, Slot slot)
{
    return std::find(slots.begin(), slots.end(), slot) != slots.end();
}

Slot free_slot(EntrySet& entries, Instant now, std::span<const Slot> kept)
{
    for (unsigned index = 0; index < EntrySet::size; ++index) {
        const Slot slot{&entries, index};
        if (!slot.live(now) && !holds(kept, slot)) return slot;
    }
    return {};
}

} // namespace

std::size_t Shard::full_size(std::size_t least)
{
    std::size_t levels = 1;
    while (least / levels >= 2 * least_base)
        levels *= 2;
    return (std::max<std::size_t>(least, 2) + levels - 1) / levels * levels;
}

void Shard::adopt(EntrySet* sets, std::size_t stride, std::size_t count)
{
    WEIR_ASSERT(count == full_size(count));
    sets_ = sets;
    stride_ = stride;
    most_ = count;
    base_ = count;
    while (base_ >= 2 * least_base)
        base_ /= 2;
    WEIR_ASSERT(most_ / base_ <= std::size_t{1} << level_bits);
    active_ = base_;
    levels_ = 0;
}

Slot Shard::find(std::uint64_t key) const
{
    EntrySet& first = first_set(key);
    EntrySet& second = second_set(key);
    // All six lines at once, rather than one wait after the other.
    for (EntrySet* entries : {&first, &second}) {
        __builtin_prefetch(&entries->key);
        __builtin_prefetch(&entries->idle_at);
        __builtin_prefetch(&entries->word);
    }
    for (unsigned index = 0; index < EntrySet::size; ++index)
        if (first.key[index] == key) return {&first, index};
    for (unsigned index = 0; index < EntrySet::size; ++index)
        if (second.key[index] == key) return {&second, index};
    return {};
}

Room Shard::room(std::uint64_t key, Instant now, std::span<const Slot> kept) const
{
    EntrySet* emptier = &first_set(key);
    EntrySet* fuller = &second_set(key);
    if (live_in(*emptier, now) > live_in(*fuller, now)) std::swap(emptier, fuller);
    if (const Slot slot = free_slot(*emptier, now, kept)) return {slot, {}};
    if (const Slot slot = free_slot(*fuller, now, kept)) return {slot, {}};

    for (EntrySet* full : {emptier, fuller}) {
        for (unsigned index = 0; index < EntrySet::size; ++index) {
            const Slot owner{full, index};
            if (holds(kept, owner)) continue;
            EntrySet& one = first_set(owner.key());
            EntrySet& other = &one == full ? second_set(owner.key()) : one;
            if (const Slot elsewhere = free_slot(other, now, kept)) return {owner, elsewhere};
        }
    }
    return {};
}

void Shard::insert(const Room& room, std::uint64_t key, State state) const
{
    if (room.moves_to) room.slot.move_to(room.moves_to);
    room.slot.write(key, state);
}

bool Shard::crowded(std::uint64_t key, Instant now) const
{
    return can_grow() &&
           live_in(first_set(key), now) + live_in(second_set(key), now) >= crowded_from;
}

bool Shard::grow()
{
    if (!can_grow()) return false;
    const std::size_t levels = active_ == base_ * (levels_ + 1) ? 2 * levels_ + 1 : levels_;
    const std::size_t old_index = active_ - base_ * ((levels + 1) / 2);
    EntrySet& old_set = set(old_index);
    EntrySet& new_set = set(active_);

    // The new set is empty, so an entry keeps its position.
    for (unsigned position = 0; position < EntrySet::size; ++position) {
        const Slot slot{&old_set, position};
        const std::uint64_t key = slot.key();
        if (key == 0) continue;
        const bool stays = index(key, active_ + 1, levels) == old_index ||
                           index(key >> 28, active_ + 1, levels) == old_index;
        if (!stays) slot.move_to({&new_set, position});
    }
    ++active_;
    levels_ = levels;
    return true;
}

std::size_t Shard::live_keys(Instant now) const
{
    std::size_t live = 0;
    for (std::size_t number = 0; number < active_; ++number)
        live += live_in(set(number), now);
    return live;
}

std::size_t Shard::memory_bytes() const
{
    return active_ * sizeof(EntrySet) + logs.memory_bytes();
}

std::size_t Shard::index(std::uint64_t bits, std::size_t active, std::size_t levels) const
{
    constexpr std::uint64_t all_bases = (std::uint64_t{1} << base_bits) - 1;
    const std::size_t base = (((bits >> level_bits) & all_bases) * base_) >> base_bits;
    const std::size_t index = base + base_ * (bits & levels);
    // Not split yet: what will be in the new set is still in the old one.
    return index < active ? index : base + base_ * (bits & (levels >> 1));
}

} // namespace weir
