#include <weir/simulate/replay.hpp>

#include "recorder.hpp"

#include <weir/decision/gate.hpp>
#include <weir/http/authority.hpp>
#include <weir/http/early_answer.hpp>
#include <weir/key/key.hpp>
#include <weir/limit/limiters.hpp>
#include <weir/route/route.hpp>
#include <weir/store/memory_store.hpp>

#include <algorithm>
#include <deque>
#include <optional>

namespace weir {

namespace {

// A fixed secret: a run gives the same answer each time, down to who shares an overflow bucket.
constexpr SipSecret secret{0x7765697200000003, 0x7265706c61790000};

// The key as SPEC and logs write it: KIND:VALUE.
std::string label_of(const Verdict::Part& part, const Facts& facts)
{
    SourceSettings source{.name = "ip"}; // the address that stands in
    if (part.found.status == FoundKey::Status::shared) return "shared:all without a key";
    if (part.found.status == FoundKey::Status::found)
        source = part.limit->settings.key.sources[part.found.source];
    std::string value;
    describe_key(source, facts, value);
    return source.name + ":" + value;
}

// One way through the whole log: routes with their limits, a store, and everybody's books.
class Run {
public:
    Run(const ReplaySettings& settings, const std::vector<RouteSettings>& routes,
        const AccessLog& log)
        : settings_(&settings), table_(routes, settings.paths), store_(settings.max_keys),
          gate_(store_, secret), parser_(settings.head_limits)
    {
        host_matters_ = std::ranges::any_of(
            routes, [](const RouteSettings& route) { return !route.match.host.empty(); });
        for (const Route& route : table_.routes())
            recorders_.emplace_back(route, log.requests.front().at, log.requests.back().at,
                                    settings.with_history && is_asked(route));
    }

    void serve(const LoggedRequest& request)
    {
        ++report_.requests;
        Facts facts;
        facts.head = &head_;
        if (!read_head(request) || !find_path(facts)) {
            ++report_.answered_early;
            return;
        }
        // From here on the head is valid and the path canonical.
        if (host_matters_ && head_.authority.empty()) ++report_.without_host;
        facts.client = client_address(head_, request.peer, settings_->trusted_proxies,
                                      settings_->client_address);
        facts.host = comparable_host(head_.authority, host_scratch_);
        const RouteTable::Match match =
            table_.match(head_.method, facts.host, facts.path, facts.params);
        if (match.route)
            decide(*match.route, facts, request.at, request.status);
        else
            ++(match.path_known ? report_.wrong_method : report_.no_route);
    }

    ReplayReport finish()
    {
        for (std::size_t i = 0; i < recorders_.size(); ++i)
            if (is_asked(table_.routes()[i])) recorders_[i].finish(report_.routes.emplace_back());
        return std::move(report_);
    }

private:
    bool is_asked(const Route& route) const
    {
        return settings_->only_route.empty() || settings_->only_route == route.settings.name;
    }

    bool read_head(const LoggedRequest& request)
    {
        parser_.reset();
        return parser_.parse(request.head, head_) == ParseStatus::complete;
    }

    // As in serving: what Weir answers without looking at routes has no path.
    bool find_path(Facts& facts)
    {
        const EarlyAnswer early = early_answer(head_, settings_->paths, {}, path_scratch_);
        facts.path = early.path;
        return early.goes_on();
    }

    void decide(const Route& route, const Facts& facts, Instant at, int status)
    {
        if (!is_asked(route)) {
            ++report_.other_routes;
            return;
        }
        gate_.decide(route, facts, at, key_scratch_, verdict_);
        Recorder& recorder = recorders_[route.index];
        if (any_contains(route.settings.exempt, facts.client)) recorder.count_exempt();
        recorder.record(at, verdict_,
                        [&](const Verdict::Part& part) { return label_of(part, facts); });
        for (std::size_t i = 0; i < verdict_.count; ++i)
            if (verdict_.parts[i].open)
                gate_.settle(verdict_, i, cost_in_log(verdict_.parts[i], status), at);
    }

    // What is charged afterwards, as far as a log tells: slots are given back at once, because it
    // does not say for how long they were held, and an answer's own number is taken for what was
    // reserved.
    static Cost cost_in_log(const Verdict::Part& part, int status)
    {
        if (part.limit->gives_back) return 0;
        return part.limit->settings.counts(status) ? part.taken : 0;
    }

    const ReplaySettings* settings_;
    bool host_matters_ = false; // to some route
    RouteTable table_;
    MemoryStore store_;
    Gate gate_;
    RequestHeadParser parser_;
    RequestHead head_;
    std::string path_scratch_;
    std::string host_scratch_;
    std::string key_scratch_;
    Verdict verdict_;
    std::deque<Recorder> recorders_; // one for each route of the table
    ReplayReport report_;
};

// Goes through the log again and again, telling the progress over all.
class Runs {
public:
    Runs(const ReplaySettings& settings, const AccessLog& log, const Progress& progress)
        : settings_(&settings), log_(&log), progress_(&progress)
    {
        const std::uint64_t count = settings.compare ? algorithms.size() : 1; // all but the slots
        all_ = count * log.requests.size();
    }

    ReplayReport go(const std::vector<RouteSettings>& routes)
    {
        constexpr std::uint64_t report_every = 4096;
        Run run(*settings_, routes, *log_);
        for (const LoggedRequest& request : log_->requests) {
            run.serve(request);
            if (++done_ % report_every == 0 && *progress_) (*progress_)(done_, all_);
        }
        return run.finish();
    }

private:
    const ReplaySettings* settings_;
    const AccessLog* log_;
    const Progress* progress_;
    std::uint64_t done_ = 0;
    std::uint64_t all_ = 0;
};

// One algorithm alone on every route that has limits.
class Alternative {
public:
    Alternative(Algorithm algorithm, const std::vector<RouteSettings>& configured)
        : routes_(configured), made_(configured.size())
    {
        for (std::size_t i = 0; i < routes_.size(); ++i) {
            if (!is_comparable(routes_[i])) continue;
            LimitSettings limit = comparable_limit(routes_[i], algorithm);
            const char* fault = limiter_fault(limit.limiter);
            made_[i] = SimulationReport::Alone{limit.limiter, 0, 0, fault ? fault : ""};
            if (!fault) routes_[i].limits = {std::move(limit)};
        }
    }

    const std::vector<RouteSettings>& routes() const { return routes_; }

    // Adds what came out to the reports on the same routes.
    void add(ReplayReport&& alone, ReplayReport& report)
    {
        for (std::size_t i = 0; i < report.routes.size(); ++i) {
            const auto named =
                std::ranges::find(routes_, report.routes[i].route, &RouteSettings::name);
            std::optional<SimulationReport::Alone>& made =
                made_[static_cast<std::size_t>(named - routes_.begin())];
            if (!made) continue;
            if (made->fault.empty()) {
                made->admitted = alone.routes[i].admitted;
                made->refused = alone.routes[i].refused;
                made->history = std::move(alone.routes[i].history);
            }
            report.routes[i].algorithms.push_back(*std::move(made));
        }
    }

private:
    std::vector<RouteSettings> routes_;
    std::vector<std::optional<SimulationReport::Alone>> made_; // one for each route
};

} // namespace

ReplayReport replay(const ReplaySettings& settings, const AccessLog& log, const Progress& progress)
{
    Runs runs(settings, log, progress);
    ReplayReport report = runs.go(settings.routes);
    if (!settings.compare) return report;
    for (const AlgorithmInfo& info : algorithms) {
        if (info.shape == AlgorithmInfo::Shape::slots) continue; // a log does not tell how long
        Alternative alternative(info.algorithm, settings.routes);
        alternative.add(runs.go(alternative.routes()), report);
    }
    return report;
}

} // namespace weir
