#pragma once

#include <weir/decision/verdict.hpp>
#include <weir/simulate/history.hpp>
#include <weir/simulate/simulation.hpp>

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace weir {

// Keeps the books of one route during a run: what each limit said, by key, and if asked for the
// history. Memory follows the number of keys, and with a history that of the requests; both are
// bounded by most_arrivals.
class Recorder {
public:
    // The requests that will be told come from first to last.
    Recorder(const Route& route, Instant first, Instant last, bool with_history);

    // `label` puts a part's key in words; it is asked once for each key.
    using Label = std::function<std::string(const Verdict::Part&)>;
    void record(Instant at, const Verdict& verdict, const Label& label);

    void count_exempt() { ++exempt_; } // for a request that is recorded as well

    // Moves what was recorded into a report.
    void finish(SimulationReport& report);

private:
    struct Key {
        std::string label;
        std::uint64_t requests = 0;
        std::uint64_t refused = 0;
    };
    using Keys = std::unordered_map<std::uint64_t, Key>; // by the verdict's hash
    struct Sample {
        std::uint64_t key = 0;
        Instant at;
        std::int64_t remaining = 0;
        Duration reset{};
    };
    struct OfLimit {
        SimulationReport::LimitCount count;
        std::int64_t allowance = 0;
        Keys keys;
        std::vector<Sample> samples;
    };

    void record_part(Instant at, const Verdict::Part& part, const Label& label);
    static void count_lacking(OfLimit& limit, const FoundKey& found, std::uint64_t requests);
    void record_bucket(Instant at, const Verdict& verdict);
    static std::vector<SimulationReport::RefusedKey> most_refused(const Keys& keys);
    History::Follow follow(const OfLimit& limit) const;

    const Route* route_;
    bool with_history_;
    std::uint64_t arrivals_ = 0;
    std::uint64_t admitted_ = 0;
    std::uint64_t refused_ = 0;
    std::uint64_t delayed_ = 0;
    std::uint64_t exempt_ = 0;
    std::uint64_t missing_key_ = 0;
    std::vector<OfLimit> limits_; // as in the route
    History history_;
};

} // namespace weir
