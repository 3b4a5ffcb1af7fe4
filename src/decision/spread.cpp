#include <weir/decision/spread.hpp>

#include <weir/limit/limiters.hpp>

#include <algorithm>

namespace weir {

namespace {

// Ten times what refilling takes would be ten seconds for a small bucket, too little for a crowd.
// Longer than this nobody is told to wait: it keeps a flood of refusals from pushing the times of
// everybody else out of sight.
constexpr Duration least_horizon = std::chrono::minutes(2);
constexpr std::int64_t most_slices = 8192;

struct Plan {
    Duration slice;          // whole seconds
    std::uint32_t per_slice; // units
    std::int64_t slices;     // to the horizon
};

Plan plan_for(const LimiterSettings& numbers)
{
    const Rate rate = numbers.rate.count > 0 ? numbers.rate : Rate{numbers.limit, numbers.window};
    const Duration per_unit = rate.period / rate.count;
    Plan plan;
    plan.slice = std::chrono::seconds(std::max<std::int64_t>(ceil_seconds(per_unit), 1));
    const double units = static_cast<double>(plan.slice.count()) * static_cast<double>(rate.count) /
                         static_cast<double>(rate.period.count());
    // Whoever was refused at one moment returns at one moment, when no more than a whole allowance
    // can be there.
    const double at_once = static_cast<double>(allowance(numbers));
    plan.per_slice = static_cast<std::uint32_t>(std::clamp(units, 1.0, std::min(at_once, 1e9)));
    const Duration horizon =
        std::max(10 * std::min(allowance_window(numbers), most_window), least_horizon);
    plan.slices = std::clamp<std::int64_t>(horizon / plan.slice, 1, most_slices);
    return plan;
}

// Time has passed: what lies behind is forgotten.
void move_on(std::vector<std::uint32_t>& told, std::int64_t by)
{
    const auto gone = std::min(static_cast<std::size_t>(by), told.size());
    std::move(told.begin() + static_cast<std::ptrdiff_t>(gone), told.end(), told.begin());
    std::fill(told.end() - static_cast<std::ptrdiff_t>(gone), told.end(), 0U);
}

} // namespace

std::optional<Spread::Promise> Spread::promise(std::uint64_t key, const LimiterSettings& numbers,
                                               Cost cost, Duration wait, Instant now)
{
    const Plan plan = plan_for(numbers);
    const auto slice_of = [&](Instant at) { return at.time_since_epoch() / plan.slice; };
    const std::lock_guard hold(mutex_);
    Calendar* const book = calendar(key, static_cast<std::size_t>(plan.slices), slice_of(now));
    if (book == nullptr) return std::nullopt;

    Duration after = std::chrono::seconds(std::max<std::int64_t>(ceil_seconds(wait), 1));
    auto slice = static_cast<std::size_t>(slice_of(now + after) - book->first);
    const bool from_the_first = slice <= book->full;
    slice = std::max(slice, book->full);
    // A cost of more than one slice's takes several, one after another.
    const auto units = static_cast<std::uint32_t>(std::min<Cost>(cost, UINT32_MAX));
    while (slice < book->told.size() && book->told[slice] >= plan.per_slice)
        ++slice;
    if (from_the_first) book->full = std::min(slice, book->told.size());
    std::uint32_t left = units;
    for (;;) {
        if (slice >= book->told.size()) return Promise{after, plan.slice * plan.slices};
        const std::uint32_t room = plan.per_slice - std::min(book->told[slice], plan.per_slice);
        const std::uint32_t taken = std::min(room, left);
        book->told[slice] += taken;
        left -= taken;
        if (left == 0) break;
        ++slice;
    }

    // The first whole second from now that lies in it.
    const Instant begins{plan.slice * (book->first + static_cast<std::int64_t>(slice))};
    if (begins > now + after) after = std::chrono::seconds(ceil_seconds(begins - now));
    return Promise{after, Duration::zero()};
}

Spread::Calendar* Spread::calendar(std::uint64_t key, std::size_t slices, std::int64_t slice)
{
    auto found = calendars_.find(key);
    if (found == calendars_.end()) {
        if (calendars_.size() >= most_calendars) forget_old(slice);
        if (calendars_.size() >= most_calendars) return nullptr;
        found = calendars_.emplace(key, Calendar{}).first;
    }
    Calendar& calendar = found->second;
    if (calendar.told.size() != slices || slice < calendar.first) { // new, or the clock stepped
        calendar.told.assign(slices, 0);
        calendar.first = slice;
        calendar.full = 0;
    }
    const std::int64_t passed = slice - calendar.first;
    if (passed > 0) {
        move_on(calendar.told, passed);
        calendar.full -= std::min(calendar.full, static_cast<std::size_t>(passed));
        calendar.first = slice;
    }
    return &calendar;
}

// Those on whom nobody was put off for as long as they reach. Slices of different limits are of
// different lengths; taken for the shortest, a book is kept rather too long.
void Spread::forget_old(std::int64_t slice)
{
    std::erase_if(calendars_, [&](const auto& entry) {
        const Calendar& calendar = entry.second;
        return slice - calendar.first > static_cast<std::int64_t>(calendar.told.size());
    });
}

} // namespace weir
