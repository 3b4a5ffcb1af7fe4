#include <weir/decision/verdict.hpp>

namespace weir {

namespace {

__extension__ using Wide = __int128; // holds the product of two 64-bit numbers

// Whether `a` makes the caller wait longer than `b`; both refuse.
bool waits_longer(const Outcome& a, const Outcome& b)
{
    if (!b.wait) return false; // nothing is longer than never
    return !a.wait || *a.wait > *b.wait;
}

// Whether a.remaining/a.limit < b.remaining/b.limit, without dividing. An allowance of nothing
// counts as a ratio of nothing.
bool leaves_less(const Outcome& a, const Outcome& b)
{
    if (a.limit <= 0) return b.limit > 0 && b.remaining > 0;
    if (b.limit <= 0) return false;
    return Wide{a.remaining} * b.limit < Wide{b.remaining} * a.limit;
}

} // namespace

std::size_t choose_speaker(const Verdict& verdict)
{
    const bool refused = verdict.refused();
    std::size_t best = Verdict::nobody;
    for (std::size_t i = 0; i < verdict.count; ++i) {
        const Verdict::Part& part = verdict.parts[i];
        if (part.shadow() || (refused && part.outcome.admitted)) continue;
        if (best == Verdict::nobody) {
            best = i;
            continue;
        }
        const Outcome& so_far = verdict.parts[best].outcome;
        const bool better =
            refused ? waits_longer(part.outcome, so_far) : leaves_less(part.outcome, so_far);
        if (better) best = i;
    }
    return best;
}

} // namespace weir
