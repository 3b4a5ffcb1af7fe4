#pragma once

#include <weir/limit/limiter.hpp>
#include <weir/route/route.hpp>

#include <array>
#include <cstddef>

namespace weir {

// What all limits of a route say together about one request. A plain value of fixed size: it lives
// on the stack of whoever asked.
struct Verdict {
    struct Part {
        const Limit* limit = nullptr;
        Outcome outcome;
        Cost cost = 1;
        std::uint64_t key = 0; // keyed hash, for logs
    };
    enum class Kind : unsigned char {
        admitted,
        refused,
        missing_key, // a limit with `missing: reject` found no key: 400; `speaker` names it
    };

    Kind kind = Kind::admitted;
    std::array<Part, RouteSettings::max_limits> parts{};
    std::size_t count = 0; // limits that applied; 0: the route has none, or all were skipped
    // The part that speaks for all (SPEC section 4): among refusals the longest wait (one without
    // a wait is the longest), else the smallest remaining/limit, first listed on a tie.
    std::size_t speaker = 0;

    bool admitted() const { return kind == Kind::admitted; }
    bool refused() const { return kind == Kind::refused; }
    const Part& spokesman() const { return parts[speaker]; }
};

} // namespace weir
