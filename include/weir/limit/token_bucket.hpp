#pragma once

#include <weir/limit/bucket_schedule.hpp>

#include <string_view>

namespace weir {

// A bucket of `capacity` tokens that starts full and is refilled at `rate`. A request takes its
// cost in tokens, or is refused and takes nothing. A whole bucket may be spent at one instant.
class TokenBucket : public BucketSchedule {
public:
    static constexpr std::string_view name = "token_bucket";
    using BucketSchedule::BucketSchedule;
};

static_assert(Limiter<TokenBucket>);

} // namespace weir
