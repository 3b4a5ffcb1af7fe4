#include <weir/http/json_pointer.hpp>

#include "support/catch.hpp"

#include <random>

using namespace weir;

namespace {

std::optional<std::int64_t> number_at(std::string_view pointer, std::string_view text,
                                      std::size_t piece = std::string_view::npos)
{
    const auto parsed = JsonPointer::parse(pointer);
    REQUIRE(parsed.has_value());
    JsonNumberScanner scanner;
    scanner.start(*parsed);
    while (!text.empty()) {
        const std::string_view part = text.substr(0, piece);
        scanner.feed(part);
        text.remove_prefix(part.size());
    }
    return scanner.finish();
}

} // namespace

TEST_CASE("pointers are unescaped, and others are none", "[http]")
{
    CHECK(JsonPointer::parse("")->tokens.empty());
    CHECK(JsonPointer::parse("/")->tokens == std::vector<std::string>{""});
    CHECK(JsonPointer::parse("/a~1b/m~0n")->tokens == std::vector<std::string>{"a/b", "m~n"});
    CHECK(JsonPointer::parse("/~01")->tokens == std::vector<std::string>{"~1"});
    for (const char* none : {"a", "a/b", "/~", "/~2", "/a~"})
        CHECK_FALSE(JsonPointer::parse(none).has_value());
    std::string deep;
    for (std::size_t i = 0; i <= JsonPointer::most_tokens; ++i)
        deep += "/a";
    CHECK_FALSE(JsonPointer::parse(deep).has_value());
}

TEST_CASE("the number at the pointer is found, whole and byte by byte", "[http]")
{
    struct Row {
        const char* pointer;
        std::string text;
        std::optional<std::int64_t> expected;
        const char* why;
    };
    const std::string deep(JsonNumberScanner::most_depth - 1, '[');
    const Row rows[] = {
        {"/usage/total_tokens", R"({"id":"x","usage":{"prompt":3,"total_tokens":17}})", 17,
         "the usual"},
        {"/usage/total_tokens", " {\r\n\t\"usage\" : { \"total_tokens\" : 17 } } ", 17, "blanks"},
        {"/usage/total_tokens", R"({"usage":{"total_tokens":17},"usage":{}})", {}, "an empty twin"},
        {"/n", R"({"n":1,"n":2})", 2, "the last one counts"},
        {"/n", R"({"n":1,"n":"x"})", {}, "also when it is no number"},
        {"/n", R"({"m":{"n":5}})", {}, "only at its place"},
        {"/n", R"({"n":{"n":5}})", {}, "not deeper"},
        {"/a/n", R"({"n":5,"a":[{"n":6}]})", {}, "an array in between"},
        {"/a/n", R"({"a":{"x":[1,{"n":9}],"n":6}})", 6, "siblings before it"},
        {"/a/1/n", R"({"a":[{"n":1},{"n":2},{"n":3}]})", 2, "by index"},
        {"/a/01", R"({"a":[1,2]})", {}, "an index has no leading zeros"},
        {"/1", R"({"1":4})", 4, "a name of digits"},
        {"/0", "[7,8]", 7, "the first of an array"},
        {"/2", "[[],[1,2],3]", 3, "empty and full arrays before it"},
        {"", "42", 42, "the whole text"},
        {"", " 42 ", 42, "with blanks"},
        {"", "\"42\"", {}, "a string is no number"},
        {"/n", R"({"n":"12"})", {}, "nor is one inside"},
        {"/n", R"({"n":null})", {}, "null is none"},
        {"/n", R"({"n":true,"m":1})", {}, "true is none"},
        {"/n", R"({"n":1.2})", 2, "rounded up"},
        {"/n", R"({"n":1e3})", 1000, "with an exponent"},
        {"/n", R"({"n":0})", 0, "nothing is a cost"},
        {"/n", R"({"n":-4})", {}, "below zero is none"},
        {"/n", R"({"n":9223372036854775807})", INT64_MAX, "as large as numbers get"},
        {"/n", R"({"n":1e400})", 1'000'000'000'000'000'000, "beyond them"},
        {"/n", R"({"n":)" + std::string(200, '1') + "}", {}, "more digits than anybody means"},
        {"/n", R"({"n":)" + std::string(70, '1') + "}", 1'000'000'000'000'000'000, "many digits"},
        {"/n", R"({"n":12.)" + std::string(70, '0') + "}", 12, "and many behind the point"},
        {"/n", R"({"n":1e-400})", 1, "hardly anything, rounded up"},
        {"/n", R"({"n":0x10})", {}, "no JSON number"},
        {"/u/t", R"({"u":{"t":5},"u":3})", {}, "another value on the way takes its place"},
        {"/a~1b", R"({"a\/b":5})", 5, "an escape in the name"},
        {"/\xC3\xA9", R"({"\u00e9":5})", 5, "one by code"},
        {"/\xF0\x9F\x98\x80", R"({"\ud83d\ude00":5})", 5, "and by two"},
        {"/ab", R"({"a":5,"abc":6,"\u0061":7})", {}, "near misses"},
        {"/n", R"({"x":"a\"}],\\","n":3})", 3, "quotes and brackets in strings"},
        {"/n", R"({"n":3)", 3, "cut off behind it: the number may still grow"},
        {"/n", R"({"n":3,)", 3, "cut off behind a comma"},
        {"/n", R"({"n" 3})", {}, "no JSON"},
        {"/n", R"({n:3})", {}, "no JSON either"},
        {"/n", R"({"m":1}{"n":3})", {}, "two texts"},
        {"/n", R"(<html>{"n":3}</html>)", {}, "another kind of text"},
        {"/n", "[DONE]", {}, "what some streams end with"},
        {"/n", "", {}, "nothing"},
        {"/n", R"({"deep":)" + deep + std::string(deep.size(), ']') + R"(,"n":3})", 3, "deep"},
        {"/n",
         R"({"deep":[)" + deep + "[" + std::string(deep.size() + 2, ']') + R"(,"n":3})",
         {},
         "too deep"},
    };
    for (const Row& row : rows) {
        INFO(row.why << ": " << row.pointer << " in " << row.text.substr(0, 80));
        for (const std::size_t piece : {std::string::npos, std::size_t{1}, std::size_t{3}}) {
            auto found = number_at(row.pointer, row.text, piece);
            if (std::string_view(row.why) == "cut off behind it: the number may still grow")
                CHECK_FALSE(found.has_value());
            else
                CHECK(found == row.expected);
        }
    }
}

TEST_CASE("whatever comes, the scanner lives and remembers nothing of it", "[http]")
{
    std::mt19937_64 random(7);
    const auto pointer = JsonPointer::parse("/a/1/b");
    JsonNumberScanner scanner;
    const std::string good = R"({"a":[0,{"b":12}],"c":"\u12ab"})";
    constexpr std::string_view alphabet = "{}[]\",:\\u01ab-+.eE \n\xFF";
    for (int round = 0; round < 20'000; ++round) {
        std::string text = good;
        for (int change = 0; change < 3; ++change)
            text[random() % text.size()] = alphabet[random() % alphabet.size()];
        scanner.start(*pointer);
        scanner.feed(text);
        const auto whole = scanner.finish();
        scanner.start(*pointer);
        for (const char c : text)
            scanner.feed({&c, 1});
        REQUIRE(scanner.finish() == whole);
        scanner.start(*pointer);
        scanner.feed(good);
        REQUIRE(scanner.finish() == 12);
    }
}
