#include <weir/limit/bucket_schedule.hpp>

#include "wide.hpp"

#include <weir/base/assert.hpp>

#include <algorithm>
#include <numeric>

namespace weir {

namespace {

// How far full_at lies ahead of now, in parts. Both factors are below 2^63, so the product fits. A
// word that another rate has left behind is cut to what this one can mean.
Wide parts_ahead(State state, Instant now, std::int64_t tokens)
{
    if (state.idle_at <= now) return 0;
    return Wide{(state.idle_at - now).count()} * tokens - std::min<Wide>(state.word, tokens - 1);
}

// At most what can be owed at all.
Wide owed_parts(State state, Instant now, std::int64_t tokens, Wide most)
{
    return std::min(parts_ahead(state, now, tokens), most);
}

State state_of(Wide owed, Instant now, std::int64_t tokens)
{
    const std::int64_t nanoseconds = divide_up(owed, tokens);
    return {.idle_at = now + Duration{nanoseconds},
            .word = static_cast<std::uint64_t>(Wide{nanoseconds} * tokens - owed)};
}

} // namespace

BucketSchedule::BucketSchedule(const Rate& rate, std::int64_t capacity, std::int64_t debt)
    : capacity_(capacity), most_owed_(capacity + debt)
{
    WEIR_ASSERT(rate.count > 0 && rate.period.count() > 0 && capacity > 0 && debt >= 0);
    const std::int64_t divisor = std::gcd(rate.count, rate.period.count());
    tokens_ = rate.count / divisor;
    nanoseconds_ = rate.period.count() / divisor;
}

Outcome BucketSchedule::look(State state, Cost cost, Instant now) const
{
    const Wide whole = Wide{capacity_} * nanoseconds_;
    const Wide owed = owed_parts(state, now, tokens_, Wide{most_owed_} * nanoseconds_);

    Outcome outcome{.limit = capacity_};
    Wide owed_then = owed;
    if (cost <= capacity_) { // else waiting would not help, so no wait is given
        const Wide owed_after = owed + Wide{cost} * nanoseconds_;
        outcome.admitted = owed_after <= whole;
        if (outcome.admitted)
            owed_then = owed_after;
        else
            outcome.wait = Duration{divide_up(owed_after - whole, tokens_)};
    }
    outcome.remaining = owed_then < whole ? divide_down(whole - owed_then, nanoseconds_) : 0;
    outcome.reset = Duration{divide_up(owed_then, tokens_)};
    return outcome;
}

State BucketSchedule::charge(State state, Cost cost, Instant now) const
{
    const Wide most = Wide{most_owed_} * nanoseconds_;
    const Wide owed = owed_parts(state, now, tokens_, most) + Wide{cost} * nanoseconds_;
    return state_of(owed, now, tokens_);
}

State BucketSchedule::clamped(State state, Instant now) const
{
    const Wide most = Wide{most_owed_} * nanoseconds_;
    return parts_ahead(state, now, tokens_) > most ? state_of(most, now, tokens_) : state;
}

// What has come back since needs no looking up: a token given back to a bucket that is full by now
// is lost, as it would be had it never been taken.
State BucketSchedule::adjusted(State state, Cost delta, Instant, Instant now) const
{
    const Wide most = Wide{most_owed_} * nanoseconds_;
    const Wide owed = owed_parts(state, now, tokens_, most) + Wide{delta} * nanoseconds_;
    if (owed <= 0) return {};
    return state_of(std::min(owed, most), now, tokens_);
}

Duration BucketSchedule::until_missing(State state, std::int64_t tokens, Instant now) const
{
    const Wide over = parts_ahead(state, now, tokens_) - Wide{tokens} * nanoseconds_;
    return over > 0 ? Duration{divide_up(over, tokens_)} : Duration::zero();
}

Duration BucketSchedule::interval(std::int64_t tokens) const
{
    return Duration{divide_down(Wide{tokens} * nanoseconds_, tokens_)};
}

Duration BucketSchedule::fill_time() const
{
    const Wide parts = Wide{most_owed_} * nanoseconds_;
    if (parts > Wide{Duration::max().count()} * tokens_) return Duration::max();
    return Duration{divide_up(parts, tokens_)};
}

} // namespace weir
