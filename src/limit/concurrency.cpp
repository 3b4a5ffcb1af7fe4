#include <weir/limit/concurrency.hpp>

#include <weir/base/assert.hpp>

#include <algorithm>

namespace weir {

namespace {

std::int64_t in_flight(State state)
{
    return state.idle_at == Instant::max() ? static_cast<std::int64_t>(state.word) : 0;
}

State state_of(std::int64_t in_flight)
{
    if (in_flight <= 0) return {};
    return {.idle_at = Instant::max(), .word = static_cast<std::uint64_t>(in_flight)};
}

} // namespace

Concurrency::Concurrency(std::int64_t limit) : limit_(limit)
{
    WEIR_ASSERT(limit > 0 && limit <= most_limit);
}

Outcome Concurrency::look(State state, Cost cost, Instant) const
{
    const std::int64_t used = in_flight(state);
    Outcome outcome{.limit = limit_};
    outcome.admitted = cost <= limit_ - used;
    const std::int64_t used_then = outcome.admitted ? used + cost : used;
    if (!outcome.admitted && cost <= limit_) outcome.wait = retry;
    // A limit that was lowered by a reload may be overspent.
    outcome.remaining = std::max<std::int64_t>(limit_ - used_then, 0);
    outcome.reset = used_then > 0 ? retry : Duration::zero();
    return outcome;
}

State Concurrency::charge(State state, Cost cost, Instant) const
{
    return state_of(in_flight(state) + cost);
}

State Concurrency::adjusted(State state, Cost delta, Instant, Instant) const
{
    return state_of(in_flight(state) + delta);
}

} // namespace weir
