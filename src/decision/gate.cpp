#include <weir/decision/gate.hpp>

#include "cost.hpp"

#include <weir/base/assert.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <variant>

namespace weir {

namespace {

// The hash under which the store keeps a caller's state: of the limit's id and the key's bytes, so
// that one caller has a state of its own under every limit. 0 means "no key" to the store.
void start_key_bytes(const Limit& limit, std::string& bytes)
{
    char id[sizeof limit.id];
    std::memcpy(id, &limit.id, sizeof id);
    bytes.assign(id, sizeof id);
}

std::uint64_t hash_key(const SipSecret& secret, const std::string& bytes)
{
    const std::uint64_t hash = siphash(secret, bytes);
    return hash == 0 ? 1 : hash;
}

void start(Verdict& verdict, const Route& route, Instant now)
{
    verdict.kind = Verdict::Kind::admitted;
    verdict.shadow = route.settings.shadow;
    verdict.count = 0;
    verdict.speaker = Verdict::nobody;
    verdict.at = now;
    verdict.delay = {};
    verdict.any_open = false;
    verdict.promise.reset();
}

void choose_plan(Verdict::Part& part, const Limit& limit, std::string_view plan)
{
    part.limiter = &limit.limiter;
    part.numbers = &limit.settings.limiter;
    for (std::size_t i = 0; i < limit.plans.size(); ++i) {
        if (limit.settings.plans[i].name != plan) continue;
        part.limiter = &limit.plans[i];
        part.numbers = &limit.settings.plans[i].limiter;
    }
}

void add_part(Verdict& verdict, const Limit& limit, const FoundKey& found, const AskedCost& cost,
              std::uint64_t key, std::string_view plan)
{
    Verdict::Part& part = verdict.parts[verdict.count++];
    part.limit = &limit;
    choose_plan(part, limit, plan);
    part.found = found;
    part.cost = cost.fits;
    part.taken = cost.taken;
    part.open = cost.open;
    part.key = key;
}

// Finds the keys of all limits. False when a limit refuses callers without one; the verdict then
// says so, and holds no parts that could be charged.
bool find_parts(Verdict& verdict, const Route& route, const Facts& facts, const MemoryStore& store,
                const SipSecret& secret, std::string& scratch)
{
    if (any_contains(route.settings.exempt, facts.client)) return true;
    for (const Limit& limit : route.limits) {
        start_key_bytes(limit, scratch);
        const FoundKey found = find_key(limit.settings.key, facts, scratch);
        if (found.status == FoundKey::Status::skipped) continue;
        if (found.status == FoundKey::Status::missing) {
            if (verdict.shadow || limit.settings.shadow) continue; // it refuses nobody
            verdict.kind = Verdict::Kind::missing_key;
            verdict.count = 0;
            verdict.speaker = 0;
            verdict.parts[0].limit = &limit;
            verdict.parts[0].found = found;
            return false;
        }
        const std::uint64_t key = hash_key(secret, scratch);
        store.prefetch(key); // while the other keys are found
        add_part(verdict, limit, found, asked_cost(limit.settings, *facts.head), key, facts.plan);
    }
    return true;
}

Charge charge_of(const Verdict::Part& part)
{
    return {.limiter = part.limiter,
            .key = part.key,
            .limit = part.limit->id,
            .cost = part.cost,
            .later = part.taken == 0,
            .shadow = part.shadow()};
}

// Has `ask` (the store's decide or look) answer for `Most` parts or fewer.
template <std::size_t Most, typename Ask>
bool ask_store(Verdict& verdict, const Ask& ask)
{
    std::array<Charge, Most> charges;
    std::array<Outcome, Most> outcomes;
    for (std::size_t i = 0; i < verdict.count; ++i)
        charges[i] = charge_of(verdict.parts[i]);
    const bool admitted = ask(std::span<const Charge>(charges.data(), verdict.count),
                              std::span<Outcome>(outcomes.data(), verdict.count));
    for (std::size_t i = 0; i < verdict.count; ++i)
        verdict.parts[i].outcome = outcomes[i];
    return admitted;
}

// Fills in what the store said, and what follows from it for all parts together.
template <typename Ask>
void judge(Verdict& verdict, const Ask& ask)
{
    if (verdict.count == 0) return;
    const bool admitted = verdict.count <= 2 ? ask_store<2>(verdict, ask)
                                             : ask_store<RouteSettings::max_limits>(verdict, ask);
    verdict.kind = admitted ? Verdict::Kind::admitted : Verdict::Kind::refused;
    verdict.speaker = choose_speaker(verdict);
    for (std::size_t i = 0; i < verdict.count; ++i) {
        Verdict::Part& part = verdict.parts[i];
        if (!admitted || !part.outcome.admitted) { // then nothing was taken
            part.taken = 0;
            part.open = false;
            continue;
        }
        verdict.any_open = verdict.any_open || part.open;
        if (!verdict.shadow && !part.shadow())
            verdict.delay = std::max(verdict.delay, part.outcome.delay);
    }
}

bool is_leaky(const Verdict::Part& part)
{
    return std::holds_alternative<LeakyBucket>(*part.limiter);
}

void take_places(WaitingRoom& room, WaitingRoom::Turn& turn, const Verdict& verdict)
{
    if (!verdict.admitted() || verdict.delay == Duration::zero()) return;
    for (std::size_t i = 0; i < verdict.count; ++i) {
        const Verdict::Part& part = verdict.parts[i];
        if (!is_leaky(part) || part.shadow() || part.outcome.delay == Duration::zero()) continue;
        room.enter(turn, part.key, verdict.at + part.outcome.delay,
                   std::get<LeakyBucket>(*part.limiter).interval(part.taken), i);
    }
}

bool spreads(const Verdict& verdict)
{
    if (!verdict.refused() || !verdict.speaks()) return false;
    const Verdict::Part& part = verdict.spokesman();
    return part.limit->settings.spread && part.outcome.wait;
}

} // namespace

void Gate::decide(const Route& route, const Facts& facts, Instant now, std::string& scratch,
                  Verdict& verdict, WaitingRoom::Turn* turn) const
{
    start(verdict, route, now);
    if (!find_parts(verdict, route, facts, *store_, secret_, scratch)) return;
    WaitingRoom::Hold hold(*room_);
    const bool may_wait = turn != nullptr && !verdict.shadow && route.has_leaky;
    if (may_wait) {
        for (std::size_t i = 0; i < verdict.count; ++i)
            if (is_leaky(verdict.parts[i])) hold.add(verdict.parts[i].key);
        hold.lock();
    }
    judge(verdict, [&](std::span<const Charge> charges, std::span<Outcome> outcomes) {
        return store_->decide(charges, now, outcomes);
    });
    if (may_wait) take_places(*room_, *turn, verdict);
    if (spreads(verdict)) {
        const Verdict::Part& part = verdict.spokesman();
        verdict.promise =
            spread_->promise(part.key, *part.numbers, part.cost, *part.outcome.wait, now);
    }
}

void Gate::look(const Route& route, const Facts& facts, Instant now, std::string& scratch,
                Verdict& verdict) const
{
    start(verdict, route, now);
    if (!find_parts(verdict, route, facts, *store_, secret_, scratch)) return;
    const MemoryStore& store = *store_;
    judge(verdict, [&](std::span<const Charge> charges, std::span<Outcome> outcomes) {
        return store.look(charges, now, outcomes);
    });
}

void Gate::decide_as(const Route& route, std::string_view caller, Cost cost, Instant now,
                     std::string& scratch, Verdict& verdict) const
{
    start(verdict, route, now);
    for (const Limit& limit : route.limits) {
        start_key_bytes(limit, scratch);
        const FoundKey found = stand_in_key(limit.settings.key, caller, scratch);
        const Cost units = cost == 0 ? cost_without_request(limit.settings) : cost;
        add_part(verdict, limit, found, {units, units, limit.gives_back},
                 hash_key(secret_, scratch), {});
    }
    judge(verdict, [&](std::span<const Charge> charges, std::span<Outcome> outcomes) {
        return store_->decide(charges, now, outcomes);
    });
}

void Gate::settle(Verdict& verdict, std::size_t index, Cost actual, Instant now) const
{
    Verdict::Part& part = verdict.parts[index];
    WEIR_ASSERT(index < verdict.count && part.open && actual >= 0);
    part.open = false;
    const Cost delta = actual - part.taken;
    if (delta == 0) return;
    const Outcome then =
        store_->settle(charge_of(part), part.outcome.overflowed, delta, verdict.at, now);
    part.taken = actual;
    part.outcome.remaining = then.remaining;
    part.outcome.reset = then.reset;
}

void Gate::abandon(Verdict& verdict, WaitingRoom::Turn& turn, Instant now) const
{
    room_->abandon(turn, now, [&](std::size_t index) {
        Verdict::Part& part = verdict.parts[index];
        store_->settle(charge_of(part), part.outcome.overflowed, -part.taken, verdict.at, now);
        part.taken = 0;
        part.open = false;
    });
}

} // namespace weir
