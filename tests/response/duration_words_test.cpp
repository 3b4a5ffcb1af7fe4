#include "sample_verdict.hpp"

#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

namespace {

// The words of a refusal's text body for a limit of `count` per `window`.
std::string words(std::int64_t count, Duration window, std::optional<Duration> wait)
{
    SampleVerdict sample;
    sample.limit("x", count, window, refuses(count, wait));
    ResponseSettings settings = without_jitter();
    settings.body = ResponseSettings::Body::text;
    return Answer(refusal_of(*sample, settings)).body;
}

} // namespace

TEST_CASE("a period is told in the largest unit that leaves no rest", "[response]")
{
    struct Row {
        std::int64_t count;
        Duration window;
        const char* expected;
    };
    const Row rows[] = {
        {10, 1s, "allows 10 requests per second for"},
        {1, 1s, "allows 1 request per second for"},
        {5, 15min, "allows 5 requests per 15 minutes for"},
        {5, 10s, "allows 5 requests per 10 seconds for"},
        {600, 60s, "allows 600 requests per minute for"},
        {9, 90s, "allows 9 requests per 90 seconds for"},
        {2, 3600s, "allows 2 requests per hour for"},
        {2, 24h, "allows 2 requests per day for"},
        {2, 25h, "allows 2 requests per 25 hours for"},
        {2, 7 * 24h, "allows 2 requests per 7 days for"},
        {2, 250ms, "allows 2 requests per 250 milliseconds for"},
        {2, 1500us, "allows 2 requests per 1500 microseconds for"},
        {2, 7ns, "allows 2 requests per 7 nanoseconds for"},
    };
    for (const Row& row : rows)
        CHECK_THAT(words(row.count, row.window, 1s), ContainsSubstring(row.expected));
}

TEST_CASE("a wait is told in seconds, one of them in the singular", "[response]")
{
    CHECK_THAT(words(1, 1s, 200ms), ContainsSubstring("Try again in 1 second."));
    CHECK_THAT(words(1, 1s, 12s), ContainsSubstring("Try again in 12 seconds."));
}
