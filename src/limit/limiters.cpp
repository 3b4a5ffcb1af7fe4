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
    if (settings.window > most_window) return "window must be at most 3660d";
    return nullptr;
}

const char* bucket_fault(const LimiterSettings& settings)
{
    const Rate& rate = settings.rate;
    const bool leaky = settings.algorithm == Algorithm::leaky_bucket;
    if (rate.count < 1 || rate.period <= Duration::zero()) return "rate must be more than 0";
    if (rate.period > most_window) return "rate must be given per 3660d or less";
    if (leaky && settings.capacity < 0) return "capacity must be at least 0";
    if (!leaky && settings.capacity < 1) return "capacity must be at least 1";
    if (allowance(settings) > BucketSchedule::most_capacity)
        return "capacity must be at most 1000000000000000";
    if (settings.delay_after < 0 || settings.delay_after > settings.capacity)
        return "delay_after must be at most capacity";
    if (settings.max_delay && *settings.max_delay <= Duration::zero())
        return "max_delay must be longer than 0";
    if (BucketSchedule{rate, allowance(settings), settings.debt}.fill_time() >
        BucketSchedule::most_fill_time)
        return "capacity must be refilled by rate within 100 years";
    return nullptr;
}

const char* slots_fault(const LimiterSettings& settings)
{
    if (settings.limit < 1) return "limit must be at least 1";
    if (settings.limit > Concurrency::most_limit) return "limit must be at most 1000000000";
    return nullptr;
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
        return TokenBucket{settings.rate, settings.capacity, settings.debt};
    case Algorithm::leaky_bucket:
        return LeakyBucket{settings.rate, settings.capacity, settings.delay_after,
                           settings.max_delay};
    case Algorithm::concurrency:
        return Concurrency{settings.limit};
    case Algorithm::gcra:
        break;
    }
    return Gcra{settings.rate, settings.capacity, settings.debt};
}

const char* limiter_fault(const LimiterSettings& settings)
{
    switch (info_of(settings.algorithm).shape) {
    case AlgorithmInfo::Shape::window:
        return window_fault(settings);
    case AlgorithmInfo::Shape::bucket:
        return bucket_fault(settings);
    case AlgorithmInfo::Shape::slots:
        break;
    }
    return slots_fault(settings);
}

const AlgorithmInfo& info_of(Algorithm algorithm)
{
    const auto index = static_cast<std::size_t>(algorithm);
    WEIR_ASSERT(index < algorithms.size() && algorithms[index].algorithm == algorithm);
    return algorithms[index];
}

std::string_view algorithm_name(Algorithm algorithm)
{
    return info_of(algorithm).name;
}

std::int64_t allowance(const LimiterSettings& settings)
{
    if (info_of(settings.algorithm).shape != AlgorithmInfo::Shape::bucket) return settings.limit;
    return settings.algorithm == Algorithm::leaky_bucket ? settings.capacity + 1
                                                         : settings.capacity;
}

Duration allowance_window(const LimiterSettings& settings)
{
    if (info_of(settings.algorithm).shape != AlgorithmInfo::Shape::bucket) return settings.window;
    return BucketSchedule{settings.rate, allowance(settings)}.fill_time();
}

} // namespace weir
