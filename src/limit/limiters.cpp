#include <weir/limit/limiters.hpp>

#include <weir/base/assert.hpp>

namespace weir {

namespace {

const char* window_fault(const LimiterSettings& settings)
{
    if (settings.limit < 1) return "limit must be at least 1";
    if (settings.algorithm == Algorithm::sliding_window_counter &&
        settings.limit > SlidingWindowCounter::most_limit)
        return "limit must be at most 4294967295 with sliding_window_counter";
    if (settings.limit > FixedWindow::most_limit) return "limit must be at most 1000000000000000";
    if (settings.window <= Duration::zero()) return "window must be longer than 0";
    if (settings.window > most_window) return "window must be at most 366d";
    return nullptr;
}

const char* bucket_fault(const LimiterSettings& settings)
{
    const Rate& rate = settings.rate;
    if (rate.count < 1 || rate.period <= Duration::zero()) return "rate must be more than 0";
    if (rate.period > most_window) return "rate must be given per 366d or less";
    if (settings.capacity < 1) return "capacity must be at least 1";
    if (settings.capacity > BucketSchedule::most_capacity)
        return "capacity must be at most 1000000000000000";
    if (BucketSchedule{rate, settings.capacity}.fill_time() > BucketSchedule::most_fill_time)
        return "capacity must be refilled by rate within 100 years";
    return nullptr;
}

bool is_window(Algorithm algorithm)
{
    for (const AlgorithmInfo& info : algorithms)
        if (info.algorithm == algorithm) return info.is_window;
    return false;
}

} // namespace

AnyLimiter make_limiter(const LimiterSettings& settings)
{
    WEIR_ASSERT(limiter_fault(settings) == nullptr);
    switch (settings.algorithm) {
    case Algorithm::fixed_window:
        return FixedWindow{settings.limit, settings.window, settings.align};
    case Algorithm::sliding_window_log:
        return SlidingWindowLog{settings.limit, settings.window};
    case Algorithm::sliding_window_counter:
        return SlidingWindowCounter{settings.limit, settings.window};
    case Algorithm::token_bucket:
        return TokenBucket{settings.rate, settings.capacity};
    case Algorithm::gcra:
        break;
    }
    return Gcra{settings.rate, settings.capacity};
}

const char* limiter_fault(const LimiterSettings& settings)
{
    return is_window(settings.algorithm) ? window_fault(settings) : bucket_fault(settings);
}

std::string_view algorithm_name(Algorithm algorithm)
{
    for (const AlgorithmInfo& info : algorithms)
        if (info.algorithm == algorithm) return info.name;
    return {};
}

std::int64_t allowance(const LimiterSettings& settings)
{
    return is_window(settings.algorithm) ? settings.limit : settings.capacity;
}

Duration allowance_window(const LimiterSettings& settings)
{
    if (is_window(settings.algorithm)) return settings.window;
    return BucketSchedule{settings.rate, settings.capacity}.fill_time();
}

} // namespace weir
