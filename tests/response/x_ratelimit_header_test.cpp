#include "sample_verdict.hpp"

#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

namespace {

ResponseSettings settings_with(ResponseSettings::XReset reset)
{
    ResponseSettings settings = in_style(ResponseSettings::HeaderStyle::x_ratelimit);
    settings.x_ratelimit_reset = reset;
    return settings;
}

std::string reset_line(Duration reset, std::int64_t wall_seconds, Duration wall_fraction)
{
    SampleVerdict sample;
    sample.limit("x", 60, 1min, admits(1, 60, reset));
    std::string out;
    append_limit_fields(out, *sample, settings_with(ResponseSettings::XReset::epoch), wall_seconds,
                        0, wall_fraction);
    return out.substr(out.find("X-RateLimit-Reset"));
}

} // namespace

TEST_CASE("X-RateLimit-Reset is seconds from now by default", "[response]")
{
    SampleVerdict sample;
    sample.limit("per-ip", 10, 1s, admits(3, 10, 400ms)); // rl-x-envoy
    CHECK(limit_fields(*sample, settings_with(ResponseSettings::XReset::delta), 1'789'999'990) ==
          "X-RateLimit-Limit: 10\r\n"
          "X-RateLimit-Remaining: 3\r\n"
          "X-RateLimit-Reset: 1\r\n");
}

TEST_CASE("X-RateLimit-Reset may be a Unix time", "[response]")
{
    SampleVerdict sample;
    sample.limit("x", 60, 1min, refuses(60, 10s)); // rl-x-github
    CHECK(limit_fields(*sample, settings_with(ResponseSettings::XReset::epoch), 1'789'999'990,
                       10) == "X-RateLimit-Limit: 60\r\n"
                              "X-RateLimit-Remaining: 0\r\n"
                              "X-RateLimit-Reset: 1790000000\r\n");
}

TEST_CASE("as a Unix time the reset is never before the true moment", "[response]")
{
    CHECK(reset_line(10s, 100, 0s) == "X-RateLimit-Reset: 110\r\n");
    CHECK(reset_line(10s, 100, 1ns) == "X-RateLimit-Reset: 111\r\n");
    CHECK(reset_line(9100ms, 100, 900ms) == "X-RateLimit-Reset: 110\r\n");
    CHECK(reset_line(9101ms, 100, 900ms) == "X-RateLimit-Reset: 111\r\n");
}
