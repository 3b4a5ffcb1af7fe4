#pragma once

#include <weir/limit/limiter.hpp>
#include <weir/limit/settings.hpp>

#include <vector>

namespace weir {

// The limiters a second time, as their definitions read: every admitted request is kept, and every
// question is answered by going through all of them. Shares no arithmetic with the real ones; slow,
// and for clocks that never step back.
class NaiveLimiter {
public:
    explicit NaiveLimiter(const LimiterSettings& settings) : settings_(settings) {}

    bool admits(Cost cost, Instant now) const { return cost <= remaining(now); }
    std::int64_t remaining(Instant now) const;
    void charge(Cost cost, Instant now) { admitted_.push_back({now, cost}); }

private:
    struct Request {
        Instant at;
        Cost cost;
    };
    Cost used_in_fixed_window(Instant now) const;
    Cost used_since(Instant edge) const;
    Cost used_by_two_windows(Instant now) const;
    std::int64_t tokens(Instant now) const;

    LimiterSettings settings_;
    std::vector<Request> admitted_;
};

} // namespace weir
