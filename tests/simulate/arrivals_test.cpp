#include "support/catch.hpp"

#include <weir/simulate/arrivals.hpp>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

using namespace weir;
using namespace std::chrono_literals;

namespace {

std::string published_trace()
{
    std::ifstream file(WEIR_SOURCE_DIR "/tests/data/poisson_6rps_30s_seed42.csv");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string print_seconds(Duration at)
{
    char text[32];
    std::snprintf(text, sizeof text, "%lld.%09lld",
                  static_cast<long long>(at.count() / 1'000'000'000),
                  static_cast<long long>(at.count() % 1'000'000'000));
    return text;
}

} // namespace

TEST_CASE("a Poisson trace is the published one to the last digit", "[simulate]")
{
    std::istringstream published(published_trace());
    const std::vector<Arrival> arrivals = poisson_arrivals({6, 1s}, 30s, 42);
    REQUIRE(arrivals.size() == 184);

    std::size_t next = 0;
    for (std::string line; std::getline(published, line);) {
        if (line.starts_with('#')) continue;
        REQUIRE(next < arrivals.size());
        CAPTURE(next);
        CHECK(print_seconds(arrivals[next].at) == line);
        ++next;
    }
    CHECK(next == arrivals.size());
}

TEST_CASE("the published trace reads back as it was made", "[simulate]")
{
    const auto read = read_arrivals(published_trace(), "trace");
    REQUIRE(read.ok());
    CHECK(*read == poisson_arrivals({6, 1s}, 30s, 42));
}

TEST_CASE("a rate means the same in whichever period it is written", "[simulate]")
{
    CHECK(poisson_arrivals({360, 1min}, 30s, 42) == poisson_arrivals({6, 1s}, 30s, 42));
    CHECK(poisson_arrivals({6, 1s}, 30s, 43) != poisson_arrivals({6, 1s}, 30s, 42));
    CHECK(poisson_arrivals({6, 1s}, 0s, 42).empty());
}

TEST_CASE("a trace that would not end stops at its bound", "[simulate]")
{
    const std::vector<Arrival> arrivals = poisson_arrivals({1'000'000'000, 1s}, 24h, 1);
    CHECK(arrivals.size() == most_arrivals);
}

TEST_CASE("lines of an arrivals file mean what they say", "[simulate]")
{
    struct Row {
        const char* text;
        std::vector<Arrival> expected;
        const char* why;
    };
    const Row rows[] = {
        {"", {}, "an empty file is an empty run"},
        {"# nothing\n\n  \n", {}, "comments and blank lines are skipped"},
        {"0\n", {{0s, "", 0}}, "a bare number is whole seconds"},
        {"1.5", {{1500ms, "", 0}}, "the last line needs no end"},
        {"0.000000001\n", {{1ns, "", 0}}, "nanoseconds are kept"},
        {"0.1\n", {{100ms, "", 0}}, "a decimal is exact, as no double is"},
        {"1,alice\n", {{1s, "alice", 0}}, "a caller"},
        {"1, alice , 5\r\n", {{1s, "alice", 5}}, "blanks and a CR around values do not count"},
        {"1,,5\n", {{1s, "", 5}}, "a cost for the one caller without a name"},
        {"1 # first\n", {{1s, "", 0}}, "a comment behind a value"},
        {"2,b\n1,a\n2,c\n", {{1s, "a", 0}, {2s, "b", 0}, {2s, "c", 0}}, "put in order, stably"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text, row.why);
        const auto read = read_arrivals(row.text, "f");
        REQUIRE(read.ok());
        CHECK(*read == row.expected);
    }
}

TEST_CASE("a faulty arrivals file is refused with the line that is at fault", "[simulate]")
{
    struct Row {
        const char* text;
        const char* message;
    };
    const Row rows[] = {
        {"1\nx\n", "f:2: 'x' is not a time"},
        {"-1\n", "f:1: '-1' is not a time"},
        {"1e3\n", "'1e3' is not a time"},
        {"1.\n", "'1.' is not a time"},
        {".5\n", "'.5' is not a time"},
        {"1.0000000001\n", "at most nine decimals"},
        {"9999999999\n", "50 years"},
        {"99999999999999999999\n", "is not a time"},
        {"nan\n", "is not a time"},
        {",a\n", "'' is not a time"},
        {"1,a,0\n", "'0' is not a cost"},
        {"1,a,\n", "'' is not a cost"},
        {"1,a,2.5\n", "'2.5' is not a cost"},
        {"1,a,99999999999999999999\n", "is not a cost"},
        {"1,a,1,1\n", "a line is seconds[,key[,cost]]"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const auto read = read_arrivals(row.text, "f");
        REQUIRE_FALSE(read.ok());
        CHECK_THAT(read.error().message, ContainsSubstring(row.message));
    }
}
