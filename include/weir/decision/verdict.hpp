#pragma once

#include <weir/decision/spread.hpp>
#include <weir/key/key.hpp>
#include <weir/limit/limiter.hpp>
#include <weir/route/route.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace weir {

// What all limits of a route say together about one request. A plain value of fixed size: it lives
// on the stack of whoever asked, and points into the route.
struct Verdict {
    struct Part {
        const Limit* limit = nullptr;
        const AnyLimiter* limiter = nullptr;      // the limit's own, or its plan's
        const LimiterSettings* numbers = nullptr; // what it was made of
        Outcome outcome;
        Cost cost = 1;
        FoundKey found;        // how the key was found: for words, never for the key itself
        std::uint64_t key = 0; // keyed hash, for logs
        Cost taken = 0;        // at admission
        // Something is still to be done when the answer is known: settle, or give back.
        bool open = false;

        bool shadow() const { return limit->settings.shadow; }
    };
    enum class Kind : unsigned char {
        admitted,
        refused,
        missing_key, // a limit with `missing: reject` found no key: 400; `speaker` names it
    };

    Kind kind = Kind::admitted;
    bool shadow = false; // the whole route only watches: nobody is refused or told anything
    std::array<Part, RouteSettings::max_limits> parts{};
    std::size_t count = 0; // limits that applied; 0: none has, all were skipped, or missing_key
    // The part that speaks for all that are not shadows: among refusals the longest wait (one
    // without a wait is the longest), else the smallest remaining/limit, first listed on a tie.
    // nobody: there are only shadows.
    static constexpr std::size_t nobody = RouteSettings::max_limits;
    std::size_t speaker = nobody;
    Instant at{};          // when it was given
    Duration delay{};      // admitted: held back so long before it is forwarded
    bool any_open = false; // some part is open
    // Refused by a limit that spreads the returns.
    std::optional<Spread::Promise> promise;

    bool admitted() const { return kind == Kind::admitted; }
    bool refused() const { return kind == Kind::refused; }
    // Whether the client is told of limits: something decides about it.
    bool speaks() const { return speaker != nobody && !shadow; }
    const Part& spokesman() const { return parts[speaker]; }
};

// The part that speaks for all, as above. Only parts that refuse speak for a refusal: what the
// others would have left is beside the point.
std::size_t choose_speaker(const Verdict& verdict);

} // namespace weir
