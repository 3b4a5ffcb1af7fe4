#include "support/catch.hpp"

#include "simulate/log_line.hpp"

using namespace weir;
using namespace std::chrono_literals;

namespace {

std::optional<LogTime> seconds(std::int64_t count, Duration more = {}, bool has_fraction = false)
{
    return LogTime{Instant(std::chrono::seconds(count) + more), has_fraction};
}

} // namespace

TEST_CASE("times of all the forms that logs have are read", "[simulate]")
{
    struct Row {
        const char* text;
        std::optional<LogTime> expected;
        const char* why;
    };
    const Row rows[] = {
        {"10/Oct/2000:13:55:36 -0700", seconds(971'211'336), "the example of Apache's manual"},
        {"10/Oct/2000:22:55:36 +0200", seconds(971'211'336), "the same moment elsewhere"},
        {"01/Jan/1970:00:00:00 +0000", seconds(0), "the first moment"},
        {"29/Feb/2024:23:59:59 +0000", seconds(1'709'251'199), "a leap day"},
        {"10/Oct/2000:20:55:36.250 +0000", seconds(971'211'336, 250ms, true), "with a fraction"},
        {"31/Dec/2016:23:59:60 +0000", seconds(1'483'228'800), "a leap second"},
        {"2000-10-10T20:55:36Z", seconds(971'211'336), "ISO 8601"},
        {"2000-10-10T20:55:36.123Z", seconds(971'211'336, 123ms, true), "Weir's own"},
        {"2000-10-10T20:55:36.000Z", seconds(971'211'336, 0ms, true), "told to the millisecond"},
        {"2000-10-10T13:55:36-07:00", seconds(971'211'336), "nginx's time_iso8601"},
        {"2000-10-10T13:55:36-0700", seconds(971'211'336), "without the colon"},
        {"2000-10-10 22:55:36,5 +02", seconds(971'211'336, 500ms, true), "a comma and hours only"},
        {"2000-10-10T20:55:36.1234567899Z", seconds(971'211'336, 123'456'789ns, true),
         "finer than nanoseconds"},
        {"971211336", seconds(971'211'336), "seconds since 1970"},
        {"971211336.25", seconds(971'211'336, 250ms, true), "nginx's msec"},
        {"1646861401524", seconds(1'646'861'401, 524ms, true), "milliseconds"},
        {"1646861401524113", seconds(1'646'861'401, 524'113us, true), "microseconds"},
        {"1646861401524113000", seconds(1'646'861'401, 524'113us, true), "nanoseconds"},
        {"1646861401524.5", seconds(1'646'861'401, 524'500us, true), "milliseconds with a rest"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text, row.why);
        CHECK(parse_log_time(row.text) == row.expected);
    }
}

TEST_CASE("what is no time is not taken for one", "[simulate]")
{
    const char* const texts[] = {
        "",
        "-",
        "yesterday",
        "30/Feb/2024:00:00:00 +0000",
        "10/Okt/2000:13:55:36 -0700",
        "10/Oct/2000:13:55:36",
        "10/Oct/2000:13:55:36 -07000",
        "10/Oct/2000:24:00:00 +0000",
        "10/Oct/2000:13:60:00 +0000",
        "10/Oct/2000:13:55:61 +0000",
        "10/Oct/1969:13:55:36 +0000",
        "01/Jan/1970:00:00:00 +0100", // before 1970 in UTC
        "10/Oct/9999:13:55:36 +0000",
        "2000-10-10T20:55:36",
        "2000-13-10T20:55:36Z",
        "2000-10-10T20:55:36.Z",
        "-971211336",
        "971211336.",
        "971211336.2x",
        "9223372036854775807",
        "99999999999999999999999",
        "1e9",
    };
    for (const char* text : texts) {
        CAPTURE(text);
        CHECK_FALSE(parse_log_time(text));
    }
}
