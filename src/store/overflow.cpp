#include "overflow.hpp"

#include <algorithm>
#include <iterator>

namespace weir {

OverflowBucket* Overflow::Stripe::find(std::uint64_t limit)
{
    const auto found = buckets_.find(limit);
    return found == buckets_.end() ? nullptr : &found->second;
}

void Overflow::Stripe::forget_idle(Instant now, TimestampBudget& budget)
{
    if (buckets_.size() < forget_from_) return;
    for (auto at = buckets_.begin(); at != buckets_.end();) {
        OverflowBucket& bucket = at->second;
        const bool idle = bucket.state.idle_at <= now;
        if (idle) bucket.log.clear(budget);
        at = idle ? buckets_.erase(at) : std::next(at);
    }
    forget_from_ = std::max(forget_from_, 2 * buckets_.size());
}

} // namespace weir
