#include "recorder.hpp"

#include <weir/limit/limiters.hpp>

#include <algorithm>
#include <array>

namespace weir {

namespace {

using namespace std::chrono_literals;

// Widths of a bucket that people can read off an axis.
constexpr std::array<Duration, 26> widths{
    1ms, 2ms, 5ms,  10ms, 20ms, 50ms,  100ms, 200ms, 500ms, 1s, 2s, 5s,  10s,
    15s, 30s, 1min, 2min, 5min, 10min, 15min, 30min, 1h,    2h, 6h, 12h, 24h};

Duration bucket_width(Duration length)
{
    for (const Duration width : widths)
        if (length / width < static_cast<std::int64_t>(History::most_buckets) - 1) return width;
    const std::int64_t days = length / widths.back();
    return widths.back() * (days / (static_cast<std::int64_t>(History::most_buckets) - 1) + 1);
}

// The run seen through buckets whose bounds are multiples of their width, as clocks show them.
History empty_history(Instant first, Instant last)
{
    History history;
    history.bucket = bucket_width(last - first);
    history.start = first - first.time_since_epoch() % history.bucket;
    const std::int64_t count = (last - history.start) / history.bucket + 1;
    history.buckets.resize(static_cast<std::size_t>(count));
    history.length = history.bucket * count;
    return history;
}

// Too many points to be seen apart: of each stretch of time the first, the lowest (which is what a
// limit is about) and the last are kept, so that what is level or steep stays so.
std::vector<History::Point> thinned(const std::vector<History::Point>& points, Duration length)
{
    constexpr std::size_t kept_of_each = 3;
    if (points.size() <= History::most_points) return points;
    const Duration stretch = length / (History::most_points / kept_of_each) + Duration(1);
    std::vector<History::Point> kept;
    for (auto first = points.begin(); first != points.end();) {
        const auto outside = [&](const History::Point& point) {
            return point.at / stretch != first->at / stretch;
        };
        const auto end = std::find_if(first, points.end(), outside);
        const auto lowest = std::ranges::min_element(first, end, {}, &History::Point::remaining);
        kept.push_back(*first);
        if (lowest != first) kept.push_back(*lowest);
        if (lowest != end - 1 && first != end - 1) kept.push_back(*(end - 1));
        first = end;
    }
    return kept;
}

} // namespace

Recorder::Recorder(const Route& route, Instant first, Instant last, bool with_history)
    : route_(&route), with_history_(with_history)
{
    for (const Limit& limit : route.limits) {
        const LimiterSettings& numbers = limit.settings.limiter;
        OfLimit& of_limit = limits_.emplace_back();
        of_limit.count.name = limit.settings.name;
        of_limit.count.algorithm = algorithm_name(numbers.algorithm);
        of_limit.count.key = limit.settings.key;
        of_limit.count.lacking.resize(limit.settings.key.sources.size());
        of_limit.allowance = allowance(numbers);
    }
    if (with_history_) history_ = empty_history(first, last);
}

void Recorder::record(Instant at, const Verdict& verdict, const Label& label)
{
    ++arrivals_;
    if (verdict.admitted() && verdict.delay > Duration::zero()) ++delayed_;
    if (verdict.admitted() || verdict.shadow)
        ++admitted_;
    else
        ++(verdict.refused() ? refused_ : missing_key_);
    for (std::size_t i = 0; i < verdict.count; ++i)
        record_part(at, verdict.parts[i], label);
    if (verdict.kind == Verdict::Kind::missing_key) {
        const auto index = verdict.parts[0].limit - route_->limits.data();
        count_lacking(limits_[static_cast<std::size_t>(index)], verdict.parts[0].found, 1);
    }
    if (with_history_) record_bucket(at, verdict);
}

void Recorder::record_part(Instant at, const Verdict::Part& part, const Label& label)
{
    OfLimit& limit = limits_[static_cast<std::size_t>(part.limit - route_->limits.data())];
    ++(part.outcome.admitted ? limit.count.admitted : limit.count.refused);
    count_lacking(limit, part.found, 1);

    Key& key = limit.keys[part.key];
    if (key.requests++ == 0) key.label = label(part);
    if (!part.outcome.admitted) ++key.refused;
    if (with_history_)
        limit.samples.push_back({part.key, at, part.outcome.remaining, part.outcome.reset});
}

void Recorder::count_lacking(OfLimit& limit, const FoundKey& found, std::uint64_t requests)
{
    std::vector<std::uint64_t>& lacking = limit.count.lacking;
    const bool any = found.status == FoundKey::Status::found;
    const std::size_t absent = any ? found.source : lacking.size();
    for (std::size_t i = 0; i < absent; ++i)
        lacking[i] += requests;
}

void Recorder::record_bucket(Instant at, const Verdict& verdict)
{
    const auto index = static_cast<std::size_t>((at - history_.start) / history_.bucket);
    History::Bucket& bucket = history_.buckets[std::min(index, history_.buckets.size() - 1)];
    ++bucket.arrivals;
    const bool refused = verdict.refused() && !verdict.shadow;
    if (verdict.admitted() || verdict.shadow) ++bucket.admitted;
    if (refused) ++bucket.refused;
}

std::vector<SimulationReport::RefusedKey> Recorder::most_refused(const Keys& keys)
{
    std::vector<SimulationReport::RefusedKey> refused;
    for (const auto& [hash, key] : keys)
        if (key.refused > 0) refused.push_back({key.label, key.refused});
    // By name where the counts are equal, so that a run prints the same each time.
    const auto before = [](const auto& a, const auto& b) {
        return a.refused != b.refused ? a.refused > b.refused : a.key < b.key;
    };
    const std::size_t kept = std::min(refused.size(), SimulationReport::most_refused_keys);
    std::ranges::partial_sort(refused, refused.begin() + static_cast<std::ptrdiff_t>(kept), before);
    refused.resize(kept);
    return refused;
}

// The key with the most requests, and what it had left: as told with each of its requests, and
// whole again when `reset` said so, if it was not back before.
History::Follow Recorder::follow(const OfLimit& limit) const
{
    const auto fewer = [](const auto& a, const auto& b) {
        return a.second.requests != b.second.requests ? a.second.requests < b.second.requests
                                                      : a.second.label > b.second.label;
    };
    const auto most = std::ranges::max_element(limit.keys, fewer);
    History::Follow follow{limit.count.name, most->second.label, limit.allowance, {}};
    std::vector<History::Point> points{{Duration::zero(), limit.allowance}};
    Duration whole_at{};
    for (const Sample& sample : limit.samples) {
        if (sample.key != most->first) continue;
        const Duration at = sample.at - history_.start;
        if (whole_at < at) {
            points.push_back({whole_at, limit.allowance});
            points.push_back({at, limit.allowance});
        }
        points.push_back({at, sample.remaining});
        whole_at = at + sample.reset;
    }
    if (whole_at < history_.length) {
        points.push_back({whole_at, limit.allowance});
        points.push_back({history_.length, limit.allowance});
    }
    follow.points = thinned(points, history_.length);
    return follow;
}

void Recorder::finish(SimulationReport& report)
{
    report.route = route_->settings.name;
    report.arrivals = arrivals_;
    report.admitted = admitted_;
    report.refused = refused_;
    report.delayed = delayed_;
    report.exempt = exempt_;
    report.missing_key = missing_key_;
    for (OfLimit& limit : limits_) {
        if (with_history_ && !limit.keys.empty()) history_.remaining.push_back(follow(limit));
        // A limit that is skipped for want of a key has no part in the verdict. (Where another one
        // made it a 400, that is all that is known.)
        const std::uint64_t judged = limit.count.admitted + limit.count.refused;
        if (arrivals_ > missing_key_ + exempt_ + judged)
            count_lacking(limit, {FoundKey::Status::skipped},
                          arrivals_ - missing_key_ - exempt_ - judged);
        limit.count.refused_keys = most_refused(limit.keys);
        report.limits.push_back(std::move(limit.count));
    }
    if (with_history_) report.history = std::move(history_);
}

} // namespace weir
