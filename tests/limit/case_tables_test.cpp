#include "case_tables.hpp"
#include "one_key.hpp"

#include "support/catch.hpp"

#include <algorithm>

using namespace weir;

TEST_CASE("every limiter answers as its case table says, to the nanosecond", "[limit][cases]")
{
    for (const AlgorithmInfo& info : algorithms) {
        std::string file = WEIR_SOURCE_DIR "/tests/cases/";
        file.append(info.name).append(".csv");
        const std::vector<CaseTable> tables = read_case_tables(file);
        REQUIRE_FALSE(tables.empty());
        for (const CaseTable& table : tables) {
            INFO(file << ": " << table.heading);
            REQUIRE(table.settings.algorithm == info.algorithm);
            REQUIRE(limiter_fault(table.settings) == nullptr);
            REQUIRE_FALSE(table.rows.empty());
            OneKey key(table.settings);
            for (const CaseRow& row : table.rows) {
                INFO("line " << row.line << ": " << row.why);
                const Instant now = midnight + row.at;
                if (row.settles) key.adjust(row.cost, midnight + row.charged_at, now);
                const Outcome outcome = row.settles ? key.look(0, now) : key.decide(row.cost, now);
                CHECK(outcome.delay.count() == row.expected.delay.count());
                CHECK(outcome.admitted == row.expected.admitted);
                CHECK(outcome.limit == allowance(table.settings));
                CHECK(outcome.remaining == row.expected.remaining);
                CHECK(outcome.reset.count() == row.expected.reset.count());
                CHECK(outcome.wait.has_value() == row.expected.wait.has_value());
                if (outcome.wait && row.expected.wait)
                    CHECK(outcome.wait->count() == row.expected.wait->count());
            }
        }
    }
}
