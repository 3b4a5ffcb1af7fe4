#include <weir/response/refusal.hpp>

#include "support/catch.hpp"

#include <limits>
#include <string>

using namespace weir;

namespace {

std::string date(std::int64_t wall_seconds)
{
    std::string out(29, '?');
    write_http_date(wall_seconds, out.data());
    return out;
}

} // namespace

TEST_CASE("dates are IMF-fixdate", "[response]")
{
    struct Row {
        std::int64_t wall_seconds;
        const char* expected;
    };
    const Row rows[] = {
        {784'111'777, "Sun, 06 Nov 1994 08:49:37 GMT"}, // RFC 9110 5.6.7
        {784'887'151, "Tue, 15 Nov 1994 08:12:31 GMT"},
        {784'887'151 + 30, "Tue, 15 Nov 1994 08:13:01 GMT"}, // rl-retry-after-date
        {0, "Thu, 01 Jan 1970 00:00:00 GMT"},
        {951'782'399, "Mon, 28 Feb 2000 23:59:59 GMT"},
        {951'782'400, "Tue, 29 Feb 2000 00:00:00 GMT"},
        {951'868'800, "Wed, 01 Mar 2000 00:00:00 GMT"},
        {1'796'083'199, "Mon, 30 Nov 2026 23:59:59 GMT"},
        {4'107'542'400, "Mon, 01 Mar 2100 00:00:00 GMT"},
        {253'402'300'799, "Fri, 31 Dec 9999 23:59:59 GMT"},
    };
    for (const Row& row : rows) {
        CHECK(date(row.wall_seconds) == row.expected);
        CHECK(date(row.wall_seconds) == row.expected); // now remembered
    }
}

TEST_CASE("a date outside of four digits of a year is held at the end", "[response]")
{
    CHECK(date(-1) == date(0));
    CHECK(date(std::numeric_limits<std::int64_t>::min()) == date(0));
    CHECK(date(253'402'300'800) == date(253'402'300'799));
    CHECK(date(std::numeric_limits<std::int64_t>::max()) == date(253'402'300'799));
}
