#include "sample_verdict.hpp"

#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

namespace {

const ResponseSettings settings = in_style(ResponseSettings::HeaderStyle::ratelimit);

} // namespace

TEST_CASE("RateLimit-Limit, -Remaining and -Reset are those of the limit that speaks", "[response]")
{
    SampleVerdict sample;
    sample.limit("daily", 10'000, 24h, admits(9'999, 10'000, 9s));
    sample.limit("burst", 20, 2s, admits(13, 20, 700ms));
    CHECK(limit_fields(*sample, settings) == "RateLimit-Limit: 20\r\n"
                                             "RateLimit-Remaining: 13\r\n"
                                             "RateLimit-Reset: 1\r\n");
}

TEST_CASE("a refused caller is told of the wait", "[response]")
{
    SampleVerdict sample;
    sample.limit("burst", 100, 1min, refuses(100, 7200ms));
    CHECK(limit_fields(*sample, settings, 0, 8) == "RateLimit-Limit: 100\r\n"
                                                   "RateLimit-Remaining: 0\r\n"
                                                   "RateLimit-Reset: 8\r\n");
}

TEST_CASE("remaining never goes below nothing", "[response]")
{
    SampleVerdict sample;
    sample.limit("burst", 3, 30s, {true, 3, -1, -1s, {}}); // C78; no limiter answers so
    CHECK(limit_fields(*sample, settings) == "RateLimit-Limit: 3\r\n"
                                             "RateLimit-Remaining: 0\r\n"
                                             "RateLimit-Reset: 0\r\n");
}

TEST_CASE("large limits are told exactly", "[response]")
{
    SampleVerdict sample;
    sample.limit("big", 3'000'000'000, 1s, admits(2'999'999'999, 3'000'000'000, 1ns));
    CHECK_THAT(limit_fields(*sample, settings),
               ContainsSubstring("RateLimit-Limit: 3000000000\r\n"));
}
