#include "sample_request.hpp"

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("normalize makes other spellings of a value one caller", "[key]")
{
    using enum SourceSettings::Normalize;
    struct Row {
        std::vector<SourceSettings::Normalize> steps;
        const char* query;
        std::optional<std::string> expected;
        const char* why;
    };
    const Row rows[] = {
        {{}, "u=+Ann+", " Ann ", "nothing is changed unasked"},
        {{trim}, "u=+%09%0D%0AAnn+B+", "Ann B", "blanks at both ends, not within"},
        {{lowercase}, "u=+AnN", " ann", "letters only"},
        {{trim, lowercase}, "u=++AnN@Example.COM", "ann@example.com", "both"},
        {{lowercase, trim}, "u=++AnN", "ann", "both, the other way round"},
        {{trim}, "u=+++", std::nullopt, "nothing but blanks is absent"},
        {{lowercase}, "u=%C3%84", "\xC3\x84", "other alphabets are left alone"},
        {{lowercase}, "u=%40%5B%60%7B", "@[`{", "neighbours of the letters are not letters"},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        SourceSettings source = source_of(SourceSettings::Kind::query, "u");
        source.normalize = row.steps;
        CHECK(SampleRequest().query(row.query).value_of(source) == row.expected);
    }
}
