#pragma once

#include <weir/base/address.hpp>
#include <weir/key/settings.hpp>
#include <weir/limit/limiter.hpp>
#include <weir/limit/settings.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace weir {

struct MatchSettings {
    std::vector<std::string> methods{}; // empty: every method; GET includes HEAD
    std::string path{};                 // "/v1/reports/{id}", "/api/**"
    std::string host{};                 // comparable form; empty: every host

    bool operator==(const MatchSettings&) const = default;
};

// What a request costs: a number, or what it says or brings itself.
struct CostSettings {
    enum class Kind : unsigned char {
        fixed,          // `units`
        request_header, // the whole number in `field`, 1 without a good one, at most `units`
        request_bytes,  // of its body: one unit for each `units` bytes begun, at least 1
    };
    Kind kind = Kind::fixed;
    Cost units = 1;
    std::string field{};

    bool operator==(const CostSettings&) const = default;
};

// What is charged when the answer is known, instead of `cost`.
struct ChargeSettings {
    enum class Kind : unsigned char {
        response_header, // the whole number in the field `from`
        response_bytes,  // of its body: one unit for each `bytes` begun
        response_json,   // the number at the JSON pointer `from` in its body (RFC 6901)
    };
    Kind kind = Kind::response_header;
    std::string from{};
    std::int64_t bytes = 1;
    Cost reserve = 0; // taken beforehand; 0: admits while anything is left

    bool operator==(const ChargeSettings&) const = default;
};

// Other numbers for callers of a plan.
struct PlanSettings {
    std::string name{};
    LimiterSettings limiter{};

    bool operator==(const PlanSettings&) const = default;
};

struct LimitSettings {
    std::string name{}; // unique within its route; given, or made from the algorithm
    LimiterSettings limiter{};
    KeySettings key{};
    CostSettings cost{};
    std::optional<ChargeSettings> charge{};
    std::vector<int> count_status{}; // only answers with one of these are charged; empty: all
    std::vector<PlanSettings> plans{};
    bool shadow = false;         // decides, counts and logs, but refuses nobody
    bool spread = false;         // each refusal is told a time of its own, instead of jitter
    std::optional<int> status{}; // of its refusals; absent: response.status

    // Whether an answer with this status is charged.
    bool counts(int answered) const
    {
        return count_status.empty() ||
               std::find(count_status.begin(), count_status.end(), answered) != count_status.end();
    }

    bool operator==(const LimitSettings&) const = default;
};

struct RouteSettings {
    static constexpr std::size_t max_limits = 16;

    std::string name{}; // given, or the pattern
    MatchSettings match{};
    std::string upstream{};
    std::vector<LimitSettings> limits{}; // at most max_limits
    bool shadow = false;                 // all limits decide as always, and nobody is refused
    std::vector<IpNetwork> exempt{};     // clients that no limit of this route is for

    bool operator==(const RouteSettings&) const = default;
};

} // namespace weir
