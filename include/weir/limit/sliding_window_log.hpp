#pragma once

#include <weir/limit/limiter.hpp>
#include <weir/limit/timestamp_log.hpp>

#include <cstdint>
#include <string_view>

namespace weir {

// At most `limit` units admitted in (now - window, now], exactly, for every now. The price is one
// timestamp per admitted request, which do not fit the two words of a State: the store keeps a
// TimestampLog per live key and State::word says which. Otherwise the verbs are those of every
// limiter (limiter.hpp). Limit up to most_limit; memory is bounded by the store's budget.
class SlidingWindowLog {
public:
    static constexpr std::string_view name = "sliding_window_log";
    static constexpr std::int64_t most_limit = 1'000'000'000'000'000;

    SlidingWindowLog(std::int64_t limit, Duration window);

    Outcome look(const TimestampLog& log, Cost cost, Instant now) const;
    // Returns when the log will be idle: from then on it may be thrown away.
    Instant charge(TimestampLog& log, Cost cost, Instant now, TimestampBudget& budget) const;
    void clamp(TimestampLog& log, Instant now, TimestampBudget& budget) const; // also drops the old
    Instant adjust(TimestampLog& log, Cost delta, Instant charged_at, Instant now,
                   TimestampBudget& budget) const; // returns as charge does
    Instant idle_at(const TimestampLog& log) const;

private:
    std::int64_t limit_;
    Duration window_;
};

} // namespace weir
