#pragma once

#include <weir/base/time.hpp>
#include <weir/limit/limiter.hpp>
#include <weir/limit/settings.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace weir {

// When callers that were refused by a bucket which many share have been told to come back, so that
// each gets a time of its own at which there will be room. Any thread; the lock is taken by
// refusals of such limits only.
//
// Time is divided into slices, of a second where the bucket has room for one more in that time, and
// in each slice about as many are told to return as the bucket can admit in it. (Retry-After is in
// whole seconds, so nothing finer would help.)
class Spread {
public:
    // What a refused caller is told: `from`, or evenly drawn from `range` behind it.
    struct Promise {
        Duration from{};
        Duration range{};
    };

    // For a caller that `numbers` refused, with `wait` as its shortest wait. Nothing when there are
    // too many crowds to keep books on.
    std::optional<Promise> promise(std::uint64_t key, const LimiterSettings& numbers, Cost cost,
                                   Duration wait, Instant now);

private:
    struct Calendar {
        std::int64_t first = 0; // the slice that told[0] is about, counted from the epoch
        std::size_t full = 0;   // so many slices from there on have no room left
        std::vector<std::uint32_t> told;
    };
    static constexpr std::size_t most_calendars = 1024;

    Calendar* calendar(std::uint64_t key, std::size_t slices, std::int64_t slice);
    void forget_old(std::int64_t slice);

    std::mutex mutex_;
    std::unordered_map<std::uint64_t, Calendar> calendars_;
};

} // namespace weir
