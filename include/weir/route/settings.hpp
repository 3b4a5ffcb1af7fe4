#pragma once

#include <weir/key/settings.hpp>
#include <weir/limit/limiter.hpp>
#include <weir/limit/settings.hpp>

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

struct LimitSettings {
    std::string name{}; // unique within its route; given, or made from the algorithm
    LimiterSettings limiter{};
    KeySettings key{};
    Cost cost = 1;
    std::optional<int> status{}; // of its refusals; absent: response.status

    bool operator==(const LimitSettings&) const = default;
};

struct RouteSettings {
    static constexpr std::size_t max_limits = 16;

    std::string name{}; // given, or the pattern
    MatchSettings match{};
    std::string upstream{};
    std::vector<LimitSettings> limits{}; // at most max_limits

    bool operator==(const RouteSettings&) const = default;
};

} // namespace weir
