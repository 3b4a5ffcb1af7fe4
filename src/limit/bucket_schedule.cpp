#include <weir/limit/bucket_schedule.hpp>

#include "wide.hpp"

#include <weir/base/assert.hpp>

#include <algorithm>
#include <numeric>

namespace weir {

namespace {

template <typename Parts>
State state_of(Parts owed, Instant now, std::int64_t tokens)
{
    const std::int64_t nanoseconds = divide_up(owed, tokens);
    return {.idle_at = now + Duration{nanoseconds},
            .word = static_cast<std::uint64_t>(Parts{nanoseconds} * tokens - owed)};
}

} // namespace

BucketSchedule::BucketSchedule(const Rate& rate, std::int64_t capacity, std::int64_t debt)
    : capacity_(capacity), most_owed_(capacity + debt)
{
    WEIR_ASSERT(rate.count > 0 && rate.period.count() > 0 && capacity > 0 && debt >= 0);
    const std::int64_t divisor = std::gcd(rate.count, rate.period.count());
    tokens_ = rate.count / divisor;
    nanoseconds_ = rate.period.count() / divisor;

    // Sums and products of a step are at most twice the most that is owed, and a token's parts.
    const Wide whole = Wide{most_owed_} * nanoseconds_;
    const Wide most = Wide{1} << 61;
    if (whole <= most && tokens_ <= most) most_ahead_ = Duration{divide_up(whole, tokens_)};
}

Outcome BucketSchedule::look(State state, Cost cost, Instant now) const
{
    return narrow() ? look_in<std::int64_t>(state, cost, now) : look_in<Wide>(state, cost, now);
}

State BucketSchedule::charge(State state, Cost cost, Instant now) const
{
    return narrow() ? charge_in<std::int64_t>(state, cost, now) : charge_in<Wide>(state, cost, now);
}

State BucketSchedule::clamped(State state, Instant now) const
{
    return narrow() ? clamped_in<std::int64_t>(state, now) : clamped_in<Wide>(state, now);
}

template <typename Parts>
Outcome BucketSchedule::look_in(State state, Cost cost, Instant now) const
{
    const Parts whole = Parts{capacity_} * nanoseconds_;
    const Parts owed = owed_parts<Parts>(state, now);

    Outcome outcome{.limit = capacity_};
    Parts owed_then = owed;
    if (cost <= capacity_) { // else waiting would not help, so no wait is given
        const Parts owed_after = owed + Parts{cost} * nanoseconds_;
        outcome.admitted = owed_after <= whole;
        if (outcome.admitted)
            owed_then = owed_after;
        else
            outcome.wait = Duration{divide_up(owed_after - whole, tokens_)};
    }
    if (owed_then < whole) outcome.remaining = divide_down(whole - owed_then, nanoseconds_);
    outcome.reset = Duration{divide_up(owed_then, tokens_)};
    return outcome;
}

template <typename Parts>
State BucketSchedule::charge_in(State state, Cost cost, Instant now) const
{
    const Parts owed = owed_parts<Parts>(state, now);
    return state_of<Parts>(owed + Parts{cost} * nanoseconds_, now, tokens_);
}

template <typename Parts>
State BucketSchedule::clamped_in(State state, Instant now) const
{
    const Parts most = Parts{most_owed_} * nanoseconds_;
    if (parts_ahead<Parts>(state, now) <= most) return state;
    return state_of<Parts>(most, now, tokens_);
}

// What has come back since needs no looking up: a token given back to a bucket that is full by now
// is lost, as it would be had it never been taken.
State BucketSchedule::adjusted(State state, Cost delta, Instant, Instant now) const
{
    const Wide most = Wide{most_owed_} * nanoseconds_;
    const Wide owed = owed_parts<Wide>(state, now) + Wide{delta} * nanoseconds_;
    if (owed <= 0) return {};
    return state_of<Wide>(std::min(owed, most), now, tokens_);
}

Duration BucketSchedule::until_missing(State state, std::int64_t tokens, Instant now) const
{
    const Wide over = parts_ahead<Wide>(state, now) - Wide{tokens} * nanoseconds_;
    return over > 0 ? Duration{divide_up(over, tokens_)} : Duration::zero();
}

Duration BucketSchedule::interval(std::int64_t tokens) const
{
    return Duration{divide_down(Wide{tokens} * nanoseconds_, tokens_)};
}

// How far full_at lies ahead of now. Wide holds it whatever the state: both factors are below 2^63.
// In 64 bits a state that lies further ahead than can be owed counts as a little more than that.
// A word that another rate has left behind is cut to what this one can mean.
template <typename Parts>
Parts BucketSchedule::parts_ahead(State state, Instant now) const
{
    if (state.idle_at <= now) return 0;
    const Duration ahead = state.idle_at - now;
    if constexpr (sizeof(Parts) == sizeof(std::int64_t))
        if (ahead > most_ahead_) return most_owed_ * nanoseconds_ + 1;
    const auto most_word = static_cast<std::uint64_t>(tokens_ - 1);
    return Parts{ahead.count()} * tokens_ -
           static_cast<std::int64_t>(std::min(state.word, most_word));
}

// At most what can be owed at all.
template <typename Parts>
Parts BucketSchedule::owed_parts(State state, Instant now) const
{
    return std::min<Parts>(parts_ahead<Parts>(state, now), Parts{most_owed_} * nanoseconds_);
}

Duration BucketSchedule::fill_time() const
{
    const Wide parts = Wide{most_owed_} * nanoseconds_;
    if (parts > Wide{Duration::max().count()} * tokens_) return Duration::max();
    return Duration{divide_up(parts, tokens_)};
}

} // namespace weir
