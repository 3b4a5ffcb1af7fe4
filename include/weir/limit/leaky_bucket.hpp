#pragma once

#include <weir/limit/bucket_schedule.hpp>

#include <optional>
#include <string_view>

namespace weir {

// A bucket with a hole: requests that come faster than `rate` are held back and leave 1/rate apart;
// at most `capacity` wait at one time, so capacity + 1 are admitted at one instant. The first
// `delay_after` of those that would wait leave at once all the same, as with nginx's `delay`
// (capacity: nginx's `nodelay`); a request that would be held longer than `max_delay` is refused.
//
// Which request leaves when follows from the moment at which the bucket will have run dry, so the
// state is that of the other buckets; who waits is kept by whoever holds the requests. One that
// goes away while it waits is taken back by adjusted(), which moves those behind it up.
class LeakyBucket {
public:
    static constexpr std::string_view name = "leaky_bucket";

    LeakyBucket(const Rate& rate, std::int64_t capacity, std::int64_t delay_after = 0,
                std::optional<Duration> max_delay = {});

    Outcome look(State state, Cost cost, Instant now) const;
    State charge(State state, Cost cost, Instant now) const
    {
        return schedule_.charge(state, cost, now);
    }
    State clamped(State state, Instant now) const { return schedule_.clamped(state, now); }
    State adjusted(State state, Cost delta, Instant charged_at, Instant now) const
    {
        return schedule_.adjusted(state, delta, charged_at, now);
    }
    // How much earlier those behind a request of this cost leave when it goes away.
    Duration interval(Cost cost) const { return schedule_.interval(cost); }

private:
    BucketSchedule schedule_; // of capacity + 1
    std::int64_t delay_after_;
    std::optional<Duration> max_delay_;
};

static_assert(Limiter<LeakyBucket>);

} // namespace weir
