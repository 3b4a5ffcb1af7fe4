#include "decision.hpp"

#include <weir/base/assert.hpp>

#include <array>
#include <new>
#include <variant>

namespace weir {

namespace {

bool is_log(const AnyLimiter& limiter)
{
    return std::holds_alternative<SlidingWindowLog>(limiter);
}

} // namespace

Decision::Decision(KeyTable& table, std::span<const Charge> charges, std::span<Seat> seats,
                   Instant now)
    : table_(table), seats_(seats), now_(now)
{
    for (std::size_t index = 0; index < charges.size(); ++index) {
        WEIR_ASSERT(charges[index].key != 0 && charges[index].cost >= 1);
        Seat& seat = seats_[index];
        seat.charge = &charges[index];
        seat.shard = &table_.shard(charges[index].key);
        seat.shard->prefetch(charges[index].key);
        shard_locks_.add(seat.shard->lock);
    }
    shard_locks_.lock_all();
    // From here on nobody else touches the shards of these keys.
}

bool Decision::decide(std::span<Outcome> outcomes)
{
    take_seats();
    bool all_admit = true;
    for (std::size_t index = 0; index < seats_.size(); ++index) {
        Seat& seat = seats_[index];
        clamp(seat);
        // Made where it goes: to copy what was written a moment ago takes longer than to make it.
        ::new (&outcomes[index]) Outcome(look_at(seat, seat.charge->cost));
        all_admit = all_admit && (outcomes[index].admitted || seat.charge->shadow);
    }
    if (all_admit)
        for (std::size_t index = 0; index < seats_.size(); ++index)
            if (outcomes[index].admitted && !seats_[index].charge->later) charge(seats_[index]);
    clean_up();
    return all_admit;
}

bool Decision::look(std::span<Outcome> outcomes)
{
    find_entries();
    peek_overflow();
    bool all_admit = true;
    for (std::size_t index = 0; index < seats_.size(); ++index) {
        Seat& seat = seats_[index];
        seat.state = stored(seat);
        outcomes[index] = look_at(seat, seat.charge->cost);
        all_admit = all_admit && (outcomes[index].admitted || seat.charge->shadow);
    }
    return all_admit;
}

Outcome Decision::settle(bool overflowed, Cost delta, Instant charged_at)
{
    Seat& seat = seats_.front();
    if (!find_for_settling(seat, overflowed, delta)) return look_at(seat, 0);
    clamp(seat);
    adjust(seat, delta, charged_at);
    const Outcome outcome = look_at(seat, 0);
    clean_up();
    return outcome;
}

// Where the charge went is where it is settled: a key that shared the overflow bucket may have an
// entry of its own by now. False when there is nothing left to give back to.
bool Decision::find_for_settling(Seat& seat, bool overflowed, Cost delta)
{
    if (!overflowed) {
        seat.slot = seat.shard->find(seat.charge->key);
        if (seat.slot && !seat.slot.live(now_)) seat.slot = {};
        if (seat.slot) return true;
        if (delta <= 0) return false;
        take_seats();
        return true;
    }
    Overflow::Stripe& stripe = table_.overflow.stripe(seat.charge->limit);
    overflow_locks_.add(stripe.lock);
    overflow_locks_.lock_all();
    seat.overflow = delta > 0 ? &stripe.at(seat.charge->limit) : stripe.find(seat.charge->limit);
    return seat.overflow != nullptr;
}

void Decision::find_entries()
{
    for (Seat& seat : seats_)
        seat.slot = seat.shard->find(seat.charge->key);
}

void Decision::take_seats()
{
    // Growing moves entries, so everything is looked up again; a shard can only grow so often.
    do
        find_entries();
    while (!find_rooms());
    join_overflow();
}

// False when a shard had to grow.
bool Decision::find_rooms()
{
    for (Seat& seat : seats_) {
        if (seat.slot) continue;
        seat.room = {};
        seat.room = room_for(seat);
        if (!seat.room && seat.shard->grow()) return false;
    }
    return true;
}

// Every other seat keeps its entry, and the room that it has been promised.
Room Decision::room_for(const Seat& seat) const
{
    if (seats_.size() == 1) return seat.shard->room(seat.charge->key, now_, {});

    std::array<Slot, 3 * MemoryStore::max_charges> kept;
    std::size_t count = 0;
    for (const Seat& other : seats_) {
        if (other.slot) kept[count++] = other.slot;
        if (other.room) kept[count++] = other.room.slot;
        if (other.room.moves_to) kept[count++] = other.room.moves_to;
        if (other.room.moves_on_to) kept[count++] = other.room.moves_on_to;
    }
    return seat.shard->room(seat.charge->key, now_, {kept.data(), count});
}

// The key would need a log, and there are no timestamps left to make one.
bool Decision::wants_timestamps(const Seat& seat) const
{
    return is_log(*seat.charge->limiter) && log_of(seat) == nullptr &&
           table_.timestamps.exhausted();
}

void Decision::join_overflow()
{
    bool any = false;
    for (Seat& seat : seats_) {
        if ((seat.slot || seat.room) && !wants_timestamps(seat)) continue;
        seat.slot = {};
        seat.room = {};
        overflow_locks_.add(table_.overflow.stripe(seat.charge->limit).lock);
        any = true;
    }
    if (!any) return;

    overflow_locks_.lock_all();
    for (const Seat& seat : seats_)
        if (!seat.has_place())
            table_.overflow.stripe(seat.charge->limit).forget_idle(now_, table_.overflow.budget());
    for (Seat& seat : seats_) {
        if (seat.has_place()) continue;
        seat.overflows = true;
        seat.overflow = &table_.overflow.stripe(seat.charge->limit).at(seat.charge->limit);
        table_.overflowed.fetch_add(1, std::memory_order_relaxed);
    }
}

// As find_rooms and join_overflow would choose. A seat that is left without any place stands for an
// untouched state.
void Decision::peek_overflow()
{
    const auto overflows = [&](const Seat& seat) {
        const bool fits = seat.slot || seat.room || seat.shard->can_grow();
        return !fits || wants_timestamps(seat);
    };
    for (Seat& seat : seats_) {
        if (!seat.slot) seat.room = room_for(seat);
        if (overflows(seat)) overflow_locks_.add(table_.overflow.stripe(seat.charge->limit).lock);
    }
    overflow_locks_.lock_all();
    for (Seat& seat : seats_) {
        if (!overflows(seat)) continue;
        seat.slot = {};
        seat.overflows = true;
        seat.overflow = table_.overflow.stripe(seat.charge->limit).find(seat.charge->limit);
    }
}

TimestampLog* Decision::log_of(const Seat& seat) const
{
    if (seat.overflow != nullptr) return &seat.overflow->log;
    if (!seat.slot) return nullptr;
    return seat.shard->logs.find(seat.shard->state(seat.slot).word, seat.charge->key);
}

TimestampBudget& Decision::budget_of(const Seat& seat) const
{
    return seat.overflow != nullptr ? table_.overflow.budget() : table_.timestamps;
}

State Decision::stored(const Seat& seat) const
{
    if (seat.slot) return seat.shard->state(seat.slot);
    return seat.overflow != nullptr ? seat.overflow->state : State{};
}

void Decision::store(const Seat& seat, State state) const
{
    if (seat.overflow != nullptr)
        seat.overflow->state = state;
    else if (seat.slot)
        seat.shard->write(seat.slot, seat.charge->key, state);
    else
        seat.shard->insert(seat.room, seat.charge->key, state);
}

// What a step of the clock has put out of reach is pulled back for good, whether or not the request
// is admitted.
void Decision::clamp(Seat& seat) const
{
    const State before = stored(seat);
    seat.state = before;
    std::visit(
        [&]<typename L>(const L& limiter) {
            if constexpr (Limiter<L>) {
                seat.state = limiter.clamped(before, now_);
            } else if (TimestampLog* const log = log_of(seat)) {
                limiter.clamp(*log, now_, budget_of(seat));
                seat.state.idle_at = limiter.idle_at(*log);
                if (seat.overflow == nullptr)
                    seat.shard->logs.set_idle_at(before.word, seat.state.idle_at);
            }
        },
        *seat.charge->limiter);
    if (seat.state != before) store(seat, seat.state);
}

Outcome Decision::look_at(const Seat& seat, Cost cost) const
{
    Outcome outcome = std::visit(
        [&]<typename L>(const L& limiter) {
            if constexpr (Limiter<L>) {
                return limiter.look(seat.state, cost, now_);
            } else {
                static const TimestampLog nothing;
                const TimestampLog* const log = log_of(seat);
                return limiter.look(log != nullptr ? *log : nothing, cost, now_);
            }
        },
        *seat.charge->limiter);
    outcome.overflowed = seat.overflows;
    return outcome;
}

void Decision::charge(Seat& seat) const
{
    const Charge& charge = *seat.charge;
    std::visit(
        [&]<typename L>(const L& limiter) {
            if constexpr (Limiter<L>) {
                seat.state = limiter.charge(seat.state, charge.cost, now_);
            } else {
                TimestampLog& log = open_log(seat);
                seat.state.idle_at = limiter.charge(log, charge.cost, now_, budget_of(seat));
                note_idle_at(seat);
            }
        },
        *charge.limiter);
    store(seat, seat.state);
}

void Decision::adjust(Seat& seat, Cost delta, Instant charged_at) const
{
    std::visit(
        [&]<typename L>(const L& limiter) {
            if constexpr (Limiter<L>) {
                seat.state = limiter.adjusted(seat.state, delta, charged_at, now_);
            } else {
                if (delta <= 0 && log_of(seat) == nullptr) return;
                TimestampLog& log = open_log(seat);
                seat.state.idle_at = limiter.adjust(log, delta, charged_at, now_, budget_of(seat));
                note_idle_at(seat);
            }
        },
        *seat.charge->limiter);
    store(seat, seat.state);
}

TimestampLog& Decision::open_log(Seat& seat) const
{
    if (TimestampLog* const log = log_of(seat)) return *log;
    LogPool& logs = seat.shard->logs;
    seat.state.word = logs.open(seat.charge->key);
    return *logs.find(seat.state.word, seat.charge->key);
}

void Decision::note_idle_at(const Seat& seat) const
{
    if (seat.overflow == nullptr) seat.shard->logs.set_idle_at(seat.state.word, seat.state.idle_at);
}

void Decision::clean_up() const
{
    for (const Seat& seat : seats_) {
        if (is_log(*seat.charge->limiter)) seat.shard->logs.collect(now_, table_.timestamps);
        if (seat.overflow != nullptr) seat.shard->turn_away();
        if (seat.room && seat.shard->crowded(seat.charge->key, now_)) seat.shard->grow();
    }
}

} // namespace weir
