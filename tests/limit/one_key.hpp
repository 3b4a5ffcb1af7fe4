#pragma once

#include <weir/limit/limiters.hpp>

#include <type_traits>
#include <variant>

namespace weir {

// A limiter and what is kept for one key: the store of a test that has only one. Decides as the
// real one does: clamp, look, and charge when admitted.
class OneKey {
public:
    explicit OneKey(AnyLimiter limiter) : limiter_(std::move(limiter)) {}
    explicit OneKey(const LimiterSettings& settings) : limiter_(make_limiter(settings)) {}

    Outcome look(Cost cost, Instant now) const
    {
        return std::visit(
            [&]<typename L>(const L& limiter) {
                if constexpr (Limiter<L>)
                    return limiter.look(state_, cost, now);
                else
                    return limiter.look(log_, cost, now);
            },
            limiter_);
    }

    Outcome decide(Cost cost, Instant now)
    {
        clamp(now);
        const Outcome outcome = look(cost, now);
        if (outcome.admitted) charge(cost, now);
        return outcome;
    }

    void charge(Cost cost, Instant now)
    {
        std::visit(
            [&]<typename L>(const L& limiter) {
                if constexpr (Limiter<L>)
                    state_ = limiter.charge(state_, cost, now);
                else
                    state_.idle_at = limiter.charge(log_, cost, now, budget_);
            },
            limiter_);
    }

    void adjust(Cost delta, Instant charged_at, Instant now)
    {
        clamp(now);
        std::visit(
            [&]<typename L>(const L& limiter) {
                if constexpr (Limiter<L>)
                    state_ = limiter.adjusted(state_, delta, charged_at, now);
                else
                    state_.idle_at = limiter.adjust(log_, delta, charged_at, now, budget_);
            },
            limiter_);
    }

    void clamp(Instant now)
    {
        std::visit(
            [&]<typename L>(const L& limiter) {
                if constexpr (Limiter<L>) {
                    state_ = limiter.clamped(state_, now);
                } else {
                    limiter.clamp(log_, now, budget_);
                    state_.idle_at = limiter.idle_at(log_);
                }
            },
            limiter_);
    }

    // What a store does to a key that it has reused the memory of.
    void forget()
    {
        state_ = {};
        log_.clear(budget_);
    }

    Instant idle_at() const { return state_.idle_at; }
    const TimestampLog& log() const { return log_; }

private:
    AnyLimiter limiter_;
    State state_;
    TimestampLog log_;
    TimestampBudget budget_{1'000'000};
};

// A midnight that is a multiple of 30 days since the Unix epoch, so of every window that tests use.
inline constexpr Instant midnight{std::chrono::hours{24 * 30 * 600}};
// Nanoseconds since 1970 fit 64 bits until 2262; schedules of the longest windows stop before.
inline constexpr Instant late_enough = midnight + std::chrono::hours{24 * 365 * 150};

} // namespace weir
