#include <weir/simulate/simulation.hpp>

#include "recorder.hpp"

#include <weir/base/virtual_clock.hpp>
#include <weir/decision/gate.hpp>
#include <weir/limit/limiters.hpp>
#include <weir/route/route.hpp>
#include <weir/store/memory_store.hpp>

#include <utility>

namespace weir {

namespace {

// Instant zero is the only multiple of every window.
constexpr Instant start{};

// A fixed secret: a run gives the same answer each time, down to who shares an overflow bucket.
constexpr SipSecret secret{0x7765697200000001, 0x73696d756c617465};

SimulationReport run_route(const RouteSettings& settings, const std::vector<Arrival>& arrivals,
                           std::size_t max_keys, bool with_history)
{
    const RouteTable table({settings}, {});
    const Route& route = table.routes().front();
    MemoryStore store(max_keys);
    const Gate gate(store, secret);
    VirtualClock clock(start);
    std::string scratch;
    Verdict verdict;

    const Duration last = arrivals.empty() ? Duration::zero() : arrivals.back().at;
    Recorder recorder(route, start, start + last, with_history);
    for (const Arrival& arrival : arrivals) {
        clock.set(start + arrival.at);
        gate.decide_as(route, arrival.key, arrival.cost, clock.now(), scratch, verdict);
        recorder.record(clock.now(), verdict, [&](const Verdict::Part&) { return arrival.key; });
        // An arrival is over as soon as it has come: nothing says how long it would take.
        for (std::size_t i = 0; i < verdict.count; ++i)
            if (verdict.parts[i].open) gate.settle(verdict, i, 0, clock.now());
    }
    SimulationReport report;
    recorder.finish(report);
    return report;
}

SimulationReport::Alone run_alone(const RouteSettings& route, Algorithm algorithm,
                                  const std::vector<Arrival>& arrivals, std::size_t max_keys,
                                  bool with_history)
{
    RouteSettings alone = route;
    alone.limits = {comparable_limit(route, algorithm)};
    const LimiterSettings& numbers = alone.limits.front().limiter;
    if (const char* fault = limiter_fault(numbers)) return {numbers, 0, 0, fault};
    SimulationReport report = run_route(alone, arrivals, max_keys, with_history);
    return {numbers, report.admitted, report.refused, "", std::move(report.history)};
}

} // namespace

SimulationReport simulate(const RouteSettings& route, const std::vector<Arrival>& arrivals,
                          std::size_t max_keys, bool compare, bool with_history)
{
    SimulationReport report = run_route(route, arrivals, max_keys, with_history);
    if (!compare || !is_comparable(route)) return report;
    for (const AlgorithmInfo& info : algorithms)
        if (info.shape != AlgorithmInfo::Shape::slots) // an arrival has no length
            report.algorithms.push_back(
                run_alone(route, info.algorithm, arrivals, max_keys, with_history));
    return report;
}

} // namespace weir
