#include "store/word_pool.hpp"

#include "support/catch.hpp"

#include <cstdint>
#include <map>
#include <random>

using namespace weir;

TEST_CASE("a word is shortened where all its bits fit and pooled where they do not", "[store]")
{
    struct Row {
        std::uint64_t word;
        ShortWord::Form form;
        const char* why;
    };
    const Row rows[] = {
        {0, ShortWord::Form::whole, "most limiters, most of the time"},
        {0xFF'FFFF, ShortWord::Form::whole, "24 bits"},
        {0x100'0000, ShortWord::Form::pooled, "25 bits"},
        {0x1'0000'0000, ShortWord::Form::halves, "two counts, 1 and 0"},
        {0xFFF'0000'0FFF, ShortWord::Form::halves, "two counts of 12 bits"},
        {0xFFF'0000'1000, ShortWord::Form::pooled, "the current count has 13"},
        {0x1000'0000'0FFF, ShortWord::Form::pooled, "the previous count has 13"},
        {0xFFFF'FFFF'FFFF'FFFF, ShortWord::Form::pooled, "all bits"},
    };
    WordPool pool;
    for (const Row& row : rows) {
        INFO(row.why);
        const ShortWord word = pool.shorten(row.word, {});
        CHECK(word.form == row.form);
        CHECK(word.value >> ShortWord::bits == 0);
        CHECK(pool.whole(word) == row.word);
    }
}

TEST_CASE("a pooled word keeps its place until it is given back, and none is lost", "[store]")
{
    WordPool pool;
    std::mt19937_64 random(5);
    std::map<int, std::pair<std::uint64_t, ShortWord>> entries;
    std::size_t most = 0;
    for (int step = 0; step < 100'000; ++step) {
        auto& [word, kept] = entries[static_cast<int>(random() % 1'000)];
        const std::uint64_t next = random() >> (random() % 64);
        kept = pool.shorten(next, kept);
        word = next;
        if (step == 50'000) most = pool.memory_bytes();
    }
    for (const auto& [number, entry] : entries)
        REQUIRE(pool.whole(entry.second) == entry.first);
    CHECK(pool.memory_bytes() <= most + 2'048);
}
