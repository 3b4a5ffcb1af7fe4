#pragma once

#include <weir/limit/bucket_schedule.hpp>

#include <string_view>

namespace weir {

// The generic cell rate algorithm (ITU-T I.371): the virtual schedule of a leaky bucket that never
// queues. A request is due 1/rate after the one before it and may come early by at most
// (capacity - 1)/rate; earlier still it is refused instead of delayed. The due moment is the
// bucket's full_at, and both ways of counting admit the same requests: `capacity` at one instant,
// `rate` in the long run. It goes by its own name because operators know it by that.
class Gcra : public BucketSchedule {
public:
    static constexpr std::string_view name = "gcra";
    using BucketSchedule::BucketSchedule;
};

static_assert(Limiter<Gcra>);

} // namespace weir
