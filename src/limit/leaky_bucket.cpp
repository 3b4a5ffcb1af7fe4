#include <weir/limit/leaky_bucket.hpp>

#include <algorithm>

namespace weir {

LeakyBucket::LeakyBucket(const Rate& rate, std::int64_t capacity, std::int64_t delay_after,
                         std::optional<Duration> max_delay)
    : schedule_(rate, capacity + 1), delay_after_(delay_after), max_delay_(max_delay)
{}

Outcome LeakyBucket::look(State state, Cost cost, Instant now) const
{
    Outcome outcome = schedule_.look(state, cost, now);
    const Duration delay = schedule_.until_missing(state, delay_after_, now);
    if (max_delay_ && delay > *max_delay_) {
        if (outcome.admitted) { // as if it had never been asked
            const Outcome before = schedule_.look(state, 0, now);
            outcome.remaining = before.remaining;
            outcome.reset = before.reset;
            outcome.admitted = false;
        }
        // A cost that never fits has no wait, and gets none here.
        if (cost <= outcome.limit)
            outcome.wait = std::max(outcome.wait.value_or(Duration::zero()), delay - *max_delay_);
        outcome.remaining = 0;
    }
    if (outcome.admitted) outcome.delay = delay;
    return outcome;
}

} // namespace weir
