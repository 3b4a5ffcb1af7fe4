#include <weir/base/units.hpp>

#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("durations are whole numbers with a unit", "[base]")
{
    struct Row {
        const char* text;
        Duration duration;
    };
    const Row good[] = {{"250ms", 250ms}, {"10s", 10s}, {"5m", 5min}, {"1h", 1h},
                        {"1d", 24h},      {"0s", 0s},   {"1us", 1us}};
    for (const Row& row : good) {
        INFO(row.text);
        REQUIRE(parse_duration(row.text).ok());
        CHECK(*parse_duration(row.text) == row.duration);
        if (row.duration != 0s) CHECK(print_duration(row.duration) == row.text);
    }
    for (const char* bad : {"", "10", "s", "-1s", "1.5s", "010s", "1e3s", "10 s", "10S", "1w",
                            "9223372036854775808ns", "99999999999d", "0x10s"}) {
        INFO(bad);
        CHECK_FALSE(parse_duration(bad).ok());
    }
}

TEST_CASE("sizes are bytes or powers of 1024", "[base]")
{
    CHECK(*parse_size("512") == 512);
    CHECK(*parse_size("64KiB") == 65536);
    CHECK(*parse_size("10MiB") == 10'485'760);
    CHECK(*parse_size("1GiB") == 1'073'741'824);
    for (const char* bad : {"", "KiB", "1kb", "1.5MiB", "-1", "010", "18446744073709551616",
                            "18446744073709551615KiB"}) {
        INFO(bad);
        CHECK_FALSE(parse_size(bad).ok());
    }
}

TEST_CASE("rates keep the count as it was written, decimals made whole", "[base]")
{
    struct Row {
        const char* text;
        Rate rate;
    };
    const Row good[] = {{"10/s", {10, 1s}},          {"600/m", {600, 1min}},
                        {"5000/h", {5000, 1h}},      {"1/d", {1, 24h}},
                        {"0.5/s", {1, 2s}},          {"2.5/m", {5, 2min}},
                        {"0.001/s", {1, 1000s}},     {"1000000/s", {1'000'000, 1s}},
                        {"999983/s", {999'983, 1s}}, {"0/s", {0, 1s}}};
    for (const Row& row : good) {
        INFO(row.text);
        REQUIRE(parse_rate(row.text).ok());
        CHECK(*parse_rate(row.text) == row.rate);
    }
    for (const char* bad : {"", "10", "/s", "10/sec", "-1/s", "1e3/s", "010/s", "10 /s", "1./s",
                            ".5/s", "10/w", "0.0000000001/s", "10/s/s"}) {
        INFO(bad);
        CHECK_FALSE(parse_rate(bad).ok());
    }
    CHECK(parse_rate("10/sec").error().message ==
          "'10/sec' is not a rate; write N/s, N/m, N/h or N/d");
}

TEST_CASE("integers are decimal and nothing else", "[base]")
{
    CHECK(*parse_integer("0") == 0);
    CHECK(*parse_integer("-1") == -1);
    CHECK(*parse_integer("3000000000") == 3'000'000'000);
    for (const char* bad :
         {"", "-", "+5", "010", "0x10", "1e3", "5.0", " 5", "99999999999999999999"}) {
        INFO(bad);
        CHECK_FALSE(parse_integer(bad).ok());
    }
}
