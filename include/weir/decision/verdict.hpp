#pragma once

#include <weir/key/key.hpp>
#include <weir/limit/limiter.hpp>
#include <weir/route/route.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace weir {

// What all limits of a route say together about one request. A plain value of fixed size: it lives
// on the stack of whoever asked, and points into the route.
struct Verdict {
    struct Part {
        const Limit* limit = nullptr;
        Outcome outcome;
        Cost cost = 1;
        FoundKey found;        // how the key was found: for words, never for the key itself
        std::uint64_t key = 0; // keyed hash, for logs
    };
    enum class Kind : unsigned char {
        admitted,
        refused,
        missing_key, // a limit with `missing: reject` found no key: 400; `speaker` names it
    };

    Kind kind = Kind::admitted;
    std::array<Part, RouteSettings::max_limits> parts{};
    std::size_t count = 0; // limits that applied; 0: none has, all were skipped, or missing_key
    // The part that speaks for all: among refusals the longest wait (one without
    // a wait is the longest), else the smallest remaining/limit, first listed on a tie.
    std::size_t speaker = 0;

    bool admitted() const { return kind == Kind::admitted; }
    bool refused() const { return kind == Kind::refused; }
    const Part& spokesman() const { return parts[speaker]; }
};

// The part that speaks for all, as above. Only parts that refuse speak for a refusal: what the
// others would have left is beside the point. 0 when there are no parts.
std::size_t choose_speaker(const Verdict& verdict);

} // namespace weir
