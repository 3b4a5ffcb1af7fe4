#include <weir/decision/verdict.hpp>

#include "support/catch.hpp"

#include <limits>
#include <vector>

using namespace weir;
using namespace std::chrono_literals;

namespace {

Outcome admitted(std::int64_t remaining, std::int64_t limit)
{
    return {true, limit, remaining, 1s, {}};
}

Outcome refused(std::optional<Duration> wait)
{
    return {false, 10, 0, 1s, wait};
}

std::size_t speaker_of(const std::vector<Outcome>& outcomes)
{
    static const Limit enforced{{}, TokenBucket{{1, 1s}, 1}, {}, 0, {}};
    Verdict verdict;
    for (const Outcome& outcome : outcomes) {
        verdict.parts[verdict.count].limit = &enforced;
        verdict.parts[verdict.count++].outcome = outcome;
        if (!outcome.admitted) verdict.kind = Verdict::Kind::refused;
    }
    return choose_speaker(verdict);
}

} // namespace

TEST_CASE("the limit that leaves the least speaks for an admission", "[decision]")
{
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    struct Row {
        std::vector<Outcome> outcomes;
        std::size_t expected;
        const char* why;
    };
    const Row rows[] = {
        {{}, Verdict::nobody, "nobody"},
        {{admitted(5, 10)}, 0, "the only one"},
        {{admitted(90, 100), admitted(2, 3)}, 1, "C85: 2/3 is less than 90/100"},
        {{admitted(2, 3), admitted(90, 100)}, 0, "C85: in the other order"},
        {{admitted(50, 100), admitted(10, 10)}, 0, "the ratio counts, not the number"},
        {{admitted(1, 2), admitted(5, 10)}, 0, "first listed on a tie"},
        {{admitted(0, 5), admitted(0, 500)}, 0, "nothing left twice is a tie, too"},
        {{admitted(1, 3), admitted(333'333, 1'000'000)}, 1, "close, exact"},
        {{admitted(most, most), admitted(most - 1, most)}, 1, "as large as numbers get"},
        {{admitted(most - 1, most), admitted(most, most)}, 0, "in the other order"},
        {{admitted(1, 2), admitted(0, 0)}, 1, "an allowance of nothing leaves nothing"},
        {{admitted(0, 0), admitted(0, 7)}, 0, "and ties with nothing left"},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        CHECK(speaker_of(row.outcomes) == row.expected);
    }
}

TEST_CASE("the refusal with the longest wait speaks for a refusal", "[decision]")
{
    struct Row {
        std::vector<Outcome> outcomes;
        std::size_t expected;
        const char* why;
    };
    const Row rows[] = {
        {{refused(1s), refused(2s)}, 1, "the longer wait"},
        {{refused(2s), refused(1s)}, 0, "in the other order"},
        {{refused(2s), refused(2s)}, 0, "first listed on a tie"},
        {{refused(900h), refused({})}, 1, "no wait helps: the longest of all"},
        {{refused({}), refused(900h)}, 0, "in the other order"},
        {{refused({}), refused({})}, 0, "first listed on that tie"},
        {{admitted(0, 10), refused(1ns)}, 1, "who admits does not speak for a refusal"},
        {{refused(1ns), admitted(0, 10)}, 0, "in the other order"},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        CHECK(speaker_of(row.outcomes) == row.expected);
    }
}
