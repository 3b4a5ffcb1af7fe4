#include "naive_limiter.hpp"

#include <weir/limit/limiters.hpp>

#include <algorithm>

namespace weir {

namespace {

__extension__ using Wide = __int128;

std::int64_t window_number(Instant at, Duration window)
{
    return nanoseconds_of(at) / window.count();
}

} // namespace

std::int64_t NaiveLimiter::remaining(Instant now) const
{
    switch (settings_.algorithm) {
    case Algorithm::fixed_window:
        return settings_.limit - used_in_fixed_window(now);
    case Algorithm::sliding_window_log:
        return settings_.limit - used_since(now - settings_.window);
    case Algorithm::sliding_window_counter:
        return settings_.limit - used_by_two_windows(now);
    default:
        return tokens(now);
    }
}

Cost NaiveLimiter::used_in_fixed_window(Instant now) const
{
    Cost used = 0;
    if (settings_.align == WindowAlign::epoch) {
        for (const Request& request : admitted_)
            if (window_number(request.at, settings_.window) == window_number(now, settings_.window))
                used += request.cost;
        return used;
    }
    // A request that finds no window open opens one.
    Instant end{};
    for (const Request& request : admitted_) {
        if (request.at >= end) {
            end = request.at + settings_.window;
            used = 0;
        }
        used += request.cost;
    }
    return now < end ? used : 0;
}

Cost NaiveLimiter::used_since(Instant edge) const
{
    Cost used = 0;
    for (const Request& request : admitted_)
        if (request.at > edge) used += request.cost;
    return used;
}

Cost NaiveLimiter::used_by_two_windows(Instant now) const
{
    const std::int64_t window = settings_.window.count();
    const std::int64_t number = window_number(now, settings_.window);
    const std::int64_t elapsed = nanoseconds_of(now) % window;
    Wide previous = 0;
    Wide current = 0;
    for (const Request& request : admitted_) {
        const std::int64_t its_number = window_number(request.at, settings_.window);
        if (its_number == number - 1) previous += request.cost;
        if (its_number == number) current += request.cost;
    }
    // floor(previous * (1 - elapsed / window) + current)
    return static_cast<Cost>((previous * (window - elapsed) + current * window) / window);
}

// A level that rises by rate.count per nanosecond, in units of which a token holds
// rate.period.count().
std::int64_t NaiveLimiter::tokens(Instant now) const
{
    const Wide token = settings_.rate.period.count();
    const Wide full = allowance(settings_) * token;
    Wide level = full;
    Instant last{};
    const auto rise_until = [&](Instant at) {
        level = std::min(level + Wide{(at - last).count()} * settings_.rate.count, full);
        last = at;
    };
    for (const Request& request : admitted_) {
        rise_until(request.at);
        level -= request.cost * token;
    }
    rise_until(now);
    return static_cast<std::int64_t>(level / token);
}

} // namespace weir
