#include "support/catch.hpp"

#include "simulate/mt19937.hpp"

#include <cstdint>

using namespace weir;

TEST_CASE("the twister gives the words that the reference code gives for the array [seed]",
          "[simulate]")
{
    struct Row {
        std::uint32_t seed;
        std::uint32_t first;
        std::uint32_t second;
        const char* why;
    };
    const Row rows[] = {
        {42u, 2746317213u, 478163327u, "the published trace's seed"},
        {0u, 3626764237u, 1654615998u, "no bits"},
        {1u, 577090037u, 2444712010u, "one bit"},
        {4294967295u, 2728839433u, 2661025012u, "all bits"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.seed, row.why);
        Mt19937 random(row.seed);
        CHECK(random.next() == row.first);
        CHECK(random.next() == row.second);
    }
}

TEST_CASE("the twister goes on beyond its first 624 words", "[simulate]")
{
    Mt19937 random(42);
    for (int i = 0; i < 999; ++i)
        random.next();
    CHECK(random.next() == 4212168831u);
}

TEST_CASE("a uniform is made of 53 bits", "[simulate]")
{
    Mt19937 random(42);
    CHECK(random.uniform() == 0.6394267984578837);
    CHECK(random.uniform() == 0.025010755222666936);
    CHECK(random.uniform() == 0.27502931836911926);
}
