#include "shard.hpp"

#include <weir/base/assert.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace weir {

namespace {

// Full sizes come in steps of one 32nd.
constexpr std::size_t least_base = 32;
// One choice of a key has 28 bits: 16 for the levels, 12 for the place in the base.
constexpr unsigned level_bits = 16;
constexpr unsigned base_bits = 12;
constexpr unsigned choice_bits = level_bits + base_bits;
// How many of the fourteen entries that a new key may take are live, on average over about so many
// insertions: from `crowded_from` on a table grows. That keeps it 80 to 86 % full; while half of
// the sets are split they have half of the others' keys, so more would only jam the fuller half.
constexpr int crowding_over = 32;
constexpr int crowding_unit = 1'024;
constexpr int crowded_from = crowding_unit * 126 / 10;
// So many keys in a row are turned away without a second move being looked for, once one was
// turned away although it was: a flood of made-up keys is not worth a hundred looks each.
constexpr int turned_away_unseen = 64;

// The place in the base that one choice's bits stand for: less than `count`.
std::size_t scaled(std::uint64_t bits, std::size_t count)
{
    constexpr std::uint64_t all_bases = (std::uint64_t{1} << base_bits) - 1;
    return (((bits >> level_bits) & all_bases) * count) >> base_bits;
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

void Shard::prefetch(std::uint64_t key) const
{
    for (const EntrySet* const entries : {&first_set(key), &second_set(key)}) {
        __builtin_prefetch(&entries->hash);
        __builtin_prefetch(&entries->idle_at);
    }
}

Slot Shard::find(std::uint64_t key) const
{
    for (EntrySet* const entries : {&first_set(key), &second_set(key)})
        if (const unsigned found = entries->matches(key))
            return {entries, static_cast<unsigned>(std::countr_zero(found))};
    return {};
}

Room Shard::room(std::uint64_t key, Instant now, std::span<const Slot> kept) const
{
    std::array<EntrySet*, 2> choices{&first_set(key), &second_set(key)};
    if (choices[0]->live(now) > choices[1]->live(now)) std::swap(choices[0], choices[1]);
    for (EntrySet* const entries : choices)
        if (const Slot slot = free_slot(*entries, now, kept)) return {slot, {}, {}};

    for (EntrySet* const full : choices)
        if (const Room room = free_by_a_move(*full, now, kept)) return room;
    if (turned_away_ > 0) return {};
    for (EntrySet* const full : choices)
        if (const Room room = free_by_two_moves(*full, now, kept)) return room;
    return {};
}

Room Shard::free_by_a_move(EntrySet& full, Instant now, std::span<const Slot> kept) const
{
    for (unsigned index = 0; index < EntrySet::size; ++index) {
        const Slot owner{&full, index};
        if (holds(kept, owner)) continue;
        if (const Slot elsewhere = free_slot(other_set(owner), now, kept))
            return {owner, elsewhere, {}};
    }
    return {};
}

Room Shard::free_by_two_moves(EntrySet& full, Instant now, std::span<const Slot> kept) const
{
    for (unsigned index = 0; index < EntrySet::size; ++index) {
        const Slot owner{&full, index};
        if (holds(kept, owner)) continue;
        EntrySet& other = other_set(owner);
        for (unsigned next = 0; next < EntrySet::size; ++next) // wait for all at once
            __builtin_prefetch(&other_set({&other, next}).idle_at);
        if (const Room room = free_by_a_move(other, now, kept))
            return {owner, room.slot, room.moves_to};
    }
    return {};
}

EntrySet& Shard::other_set(Slot owner) const
{
    EntrySet& first = first_set(owner.key());
    return &first == owner.set ? second_set(owner.key()) : first;
}

void Shard::insert(const Room& room, std::uint64_t key, State state)
{
    if (room.moves_on_to) room.moves_to.move_to(room.moves_on_to, words_);
    if (room.moves_to)
        room.slot.move_to(room.moves_to, words_);
    else
        turned_away_ = 0; // there is room again
    room.slot.write(key, state, words_);
}

void Shard::turn_away()
{
    if (!can_grow()) turned_away_ = (turned_away_ + 1) % turned_away_unseen;
}

bool Shard::crowded(std::uint64_t key, Instant now)
{
    const unsigned live = first_set(key).live(now) + second_set(key).live(now);
    crowding_ += (static_cast<int>(live) * crowding_unit - crowding_) / crowding_over;
    return can_grow() && crowding_ >= crowded_from;
}

bool Shard::grow()
{
    if (!can_grow()) return false;
    Extent grown = extent();
    const std::size_t new_number = grown.active++;
    if (new_number == base_ * (grown.levels + 1)) grown.levels = 2 * grown.levels + 1;
    const std::size_t old_number = new_number - base_ * ((grown.levels + 1) / 2);

    // The new set is empty, so an entry keeps its position.
    for (unsigned position = 0; position < EntrySet::size; ++position) {
        const Slot slot{&set(old_number), position};
        const bool stays = first_number(slot.key(), grown) == old_number ||
                           second_number(slot.key(), grown) == old_number;
        if (slot.used() && !stays) slot.move_to({&set(new_number), position}, words_);
    }
    active_.store(grown.active, std::memory_order_relaxed);
    levels_.store(grown.levels, std::memory_order_relaxed);
    return true;
}

std::size_t Shard::live_keys(Instant now) const
{
    std::size_t live = 0;
    for (std::size_t number = 0; number < extent().active; ++number)
        live += set(number).live(now);
    return live;
}

std::size_t Shard::memory_bytes() const
{
    return extent().active * sizeof(EntrySet) + words_.memory_bytes() + logs.memory_bytes();
}

Shard::Extent Shard::extent() const
{
    return {active_.load(std::memory_order_relaxed), levels_.load(std::memory_order_relaxed)};
}

std::size_t Shard::first_number(std::uint64_t key, Extent extent) const
{
    return number(first_base(key), key, extent);
}

std::size_t Shard::second_number(std::uint64_t key, Extent extent) const
{
    // Never the first one: any but that of its base, counted on from it.
    const std::uint64_t bits = key >> choice_bits;
    std::size_t base = first_base(key) + 1 + scaled(bits, base_ - 1);
    if (base >= base_) base -= base_;
    return number(base, bits, extent);
}

std::size_t Shard::first_base(std::uint64_t key) const
{
    return scaled(key, base_);
}

std::size_t Shard::number(std::size_t base, std::uint64_t bits, Extent extent) const
{
    const std::size_t number = base + base_ * (bits & extent.levels);
    // Not split yet: what will be in the new set is still in the old one.
    return number < extent.active ? number : base + base_ * (bits & (extent.levels >> 1));
}

} // namespace weir
