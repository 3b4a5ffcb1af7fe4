#include <weir/simulate/simulation.hpp>

#include <weir/base/virtual_clock.hpp>
#include <weir/decision/gate.hpp>
#include <weir/limit/limiters.hpp>
#include <weir/route/route.hpp>
#include <weir/store/memory_store.hpp>

#include <algorithm>
#include <utility>

namespace weir {

namespace {

// Instant zero is the only multiple of every window.
constexpr Instant start{};

// A fixed secret: a run gives the same answer each time, down to who shares an overflow bucket.
constexpr SipSecret secret{0x7765697200000001, 0x73696d756c617465};

SimulationReport run_route(const RouteSettings& settings, const std::vector<Arrival>& arrivals,
                           std::size_t max_keys)
{
    const RouteTable table({settings}, {});
    const Route& route = table.routes().front();
    MemoryStore store(max_keys);
    const Gate gate(store, secret);
    VirtualClock clock(start);
    std::string scratch;
    Verdict verdict;

    SimulationReport report;
    report.route = settings.name;
    report.arrivals = arrivals.size();
    for (const LimitSettings& limit : settings.limits)
        report.limits.push_back(
            {limit.name, std::string(algorithm_name(limit.limiter.algorithm)), 0, 0});
    for (const Arrival& arrival : arrivals) {
        clock.set(start + arrival.at);
        gate.decide_as(route, arrival.key, arrival.cost, clock.now(), scratch, verdict);
        ++(verdict.admitted() ? report.admitted : report.refused);
        if (verdict.admitted() && verdict.delay > Duration::zero()) ++report.delayed;
        for (std::size_t i = 0; i < verdict.count; ++i) {
            SimulationReport::LimitCount& count = report.limits[i]; // every limit applies
            ++(verdict.parts[i].outcome.admitted ? count.admitted : count.refused);
            // An arrival is over as soon as it has come: nothing says how long it would take.
            if (verdict.parts[i].open) gate.settle(verdict, i, 0, clock.now());
        }
    }
    return report;
}

SimulationReport::Alone run_alone(const RouteSettings& route, Algorithm algorithm,
                                  const std::vector<Arrival>& arrivals, std::size_t max_keys)
{
    RouteSettings alone = route;
    alone.limits = {comparable_limit(route, algorithm)};
    const LimiterSettings& numbers = alone.limits.front().limiter;
    if (const char* fault = limiter_fault(numbers)) return {numbers, 0, 0, fault};
    const SimulationReport report = run_route(alone, arrivals, max_keys);
    return {numbers, report.admitted, report.refused, ""};
}

} // namespace

SimulationReport simulate(const RouteSettings& route, const std::vector<Arrival>& arrivals,
                          std::size_t max_keys, bool compare)
{
    SimulationReport report = run_route(route, arrivals, max_keys);
    const bool comparable = std::ranges::any_of(route.limits, [](const LimitSettings& limit) {
        return info_of(limit.limiter.algorithm).shape != AlgorithmInfo::Shape::slots;
    });
    if (!compare || !comparable) return report;
    for (const AlgorithmInfo& info : algorithms)
        if (info.shape != AlgorithmInfo::Shape::slots) // an arrival has no length
            report.algorithms.push_back(run_alone(route, info.algorithm, arrivals, max_keys));
    return report;
}

} // namespace weir
