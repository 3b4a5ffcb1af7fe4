#include <weir/decision/gate.hpp>

#include <array>
#include <cstring>
#include <span>

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

void add_part(Verdict& verdict, const Limit& limit, const FoundKey& found, Cost cost,
              std::uint64_t key)
{
    Verdict::Part& part = verdict.parts[verdict.count++];
    part.limit = &limit;
    part.found = found;
    part.cost = cost;
    part.key = key;
}

// Finds the keys of all limits. False when a limit refuses callers without one; the verdict then
// says so, and holds no parts that could be charged.
bool find_parts(Verdict& verdict, const Route& route, const Facts& facts, const SipSecret& secret,
                std::string& scratch)
{
    for (const Limit& limit : route.limits) {
        start_key_bytes(limit, scratch);
        const FoundKey found = find_key(limit.settings.key, facts, scratch);
        if (found.status == FoundKey::Status::skipped) continue;
        if (found.status == FoundKey::Status::missing) {
            verdict.kind = Verdict::Kind::missing_key;
            verdict.count = 0;
            verdict.parts[0].limit = &limit;
            verdict.parts[0].found = found;
            return false;
        }
        add_part(verdict, limit, found, limit.settings.cost, hash_key(secret, scratch));
    }
    return true;
}

// Has `ask` (the store's decide or look) answer for all parts, and fills in what it said.
template <typename Ask>
void judge(Verdict& verdict, const Ask& ask)
{
    if (verdict.count == 0) return;
    std::array<Charge, RouteSettings::max_limits> charges;
    std::array<Outcome, RouteSettings::max_limits> outcomes;
    for (std::size_t i = 0; i < verdict.count; ++i) {
        const Verdict::Part& part = verdict.parts[i];
        charges[i] = {&part.limit->limiter, part.key, part.limit->id, part.cost};
    }
    const bool admitted = ask(std::span<const Charge>(charges.data(), verdict.count),
                              std::span<Outcome>(outcomes.data(), verdict.count));
    for (std::size_t i = 0; i < verdict.count; ++i)
        verdict.parts[i].outcome = outcomes[i];
    verdict.kind = admitted ? Verdict::Kind::admitted : Verdict::Kind::refused;
    verdict.speaker = choose_speaker(verdict);
}

} // namespace

Verdict Gate::decide(const Route& route, const Facts& facts, Instant now,
                     std::string& scratch) const
{
    Verdict verdict;
    if (!find_parts(verdict, route, facts, secret_, scratch)) return verdict;
    judge(verdict, [&](std::span<const Charge> charges, std::span<Outcome> outcomes) {
        return store_->decide(charges, now, outcomes);
    });
    return verdict;
}

Verdict Gate::look(const Route& route, const Facts& facts, Instant now, std::string& scratch) const
{
    Verdict verdict;
    if (!find_parts(verdict, route, facts, secret_, scratch)) return verdict;
    const MemoryStore& store = *store_;
    judge(verdict, [&](std::span<const Charge> charges, std::span<Outcome> outcomes) {
        return store.look(charges, now, outcomes);
    });
    return verdict;
}

Verdict Gate::decide_as(const Route& route, std::string_view caller, Cost cost, Instant now,
                        std::string& scratch) const
{
    Verdict verdict;
    for (const Limit& limit : route.limits) {
        start_key_bytes(limit, scratch);
        const FoundKey found = stand_in_key(limit.settings.key, caller, scratch);
        add_part(verdict, limit, found, cost == 0 ? limit.settings.cost : cost,
                 hash_key(secret_, scratch));
    }
    judge(verdict, [&](std::span<const Charge> charges, std::span<Outcome> outcomes) {
        return store_->decide(charges, now, outcomes);
    });
    return verdict;
}

} // namespace weir
