#include <weir/limit/sliding_window_log.hpp>

#include <weir/base/assert.hpp>

#include <algorithm>

namespace weir {

SlidingWindowLog::SlidingWindowLog(std::int64_t limit, Duration window)
    : limit_(limit), window_(window)
{
    WEIR_ASSERT(limit > 0 && limit <= most_limit && window.count() > 0);
}

Outcome SlidingWindowLog::look(const TimestampLog& log, Cost cost, Instant now) const
{
    const Instant edge = now - window_; // what was admitted then has just left
    const Cost used = log.used_after(edge);

    Outcome outcome{.limit = limit_};
    if (cost <= limit_ - used) {
        outcome.admitted = true;
        outcome.remaining = limit_ - used - cost;
        if (cost > 0) outcome.reset = window_;
        if (cost == 0 && used > 0) outcome.reset = std::min(log.newest(), now) - edge;
        return outcome;
    }

    // After the clock stepped back, what was admitted later than now counts as admitted now.
    if (used > 0) outcome.reset = std::min(log.newest(), now) - edge;
    if (cost <= limit_)
        outcome.wait = std::min(log.leaves_with(edge, used - (limit_ - cost)), now) - edge;
    // A limit that was lowered by a reload may be overspent.
    outcome.remaining = std::max<std::int64_t>(limit_ - used, 0);
    return outcome;
}

Instant SlidingWindowLog::charge(TimestampLog& log, Cost cost, Instant now,
                                 TimestampBudget& budget) const
{
    clamp(log, now, budget);
    log.add(now, cost, budget);
    return now + window_;
}

void SlidingWindowLog::clamp(TimestampLog& log, Instant now, TimestampBudget& budget) const
{
    log.forget_until(now - window_, budget);
    log.pull_back(now);
}

Instant SlidingWindowLog::adjust(TimestampLog& log, Cost delta, Instant charged_at, Instant now,
                                 TimestampBudget& budget) const
{
    clamp(log, now, budget);
    if (delta > 0) log.add(now, delta, budget);
    // What has left the window by itself must not take somebody else's along.
    if (delta < 0 && charged_at > now - window_) log.take_back(std::min(charged_at, now), -delta);
    return idle_at(log);
}

Instant SlidingWindowLog::idle_at(const TimestampLog& log) const
{
    return log.empty() ? Instant{} : log.newest() + window_;
}

} // namespace weir
