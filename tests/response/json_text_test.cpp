#include <weir/response/refusal.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>
#include <random>
#include <string>

using namespace weir;

namespace {

std::string escaped(std::string_view text)
{
    std::string out = "kept ";
    append_json_escaped(out, text);
    REQUIRE(out.starts_with("kept "));
    return out.substr(5);
}

} // namespace

TEST_CASE("text is escaped for JSON", "[response]")
{
    struct Row {
        std::string text;
        std::string expected;
        const char* why;
    };
    const Row rows[] = {
        {"", "", "nothing"},
        {"plain text, '~'", "plain text, '~'", "nothing to escape"},
        {"a\"b\\c", "a\\\"b\\\\c", "quote and backslash"},
        {"\b\f\n\r\t", "\\b\\f\\n\\r\\t", "controls with short forms"},
        {std::string("\0\x01\x1f", 3), "\\u0000\\u0001\\u001f", "other controls"},
        {"\x7f", "\x7f", "DEL may stand"},
        {"/", "/", "a slash needs nothing"},
        {"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80",
         "UTF-8"},
        {"\x80", "\xEF\xBF\xBD", "a lone continuation byte"},
        {"\xC3", "\xEF\xBF\xBD", "cut off at the end"},
        {"\xE2\x82", "\xEF\xBF\xBD", "cut off after two of three"},
        {"\xF0\x9F\x98x", "\xEF\xBF\xBDx", "cut off in the middle"},
        {"\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD", "overlong"},
        {"\xE0\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", "overlong, three bytes"},
        {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", "a surrogate"},
        {"\xF4\x90\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", "past U+10FFFF"},
        {"\xFF", "\xEF\xBF\xBD", "never a byte of UTF-8"},
        {"\xC3\"", "\xEF\xBF\xBD\\\"", "a quote is not swallowed"},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        CHECK(escaped(row.text) == row.expected);
    }
}

TEST_CASE("any bytes at all become a JSON string", "[response][law]")
{
    std::mt19937_64 random(1);
    const std::string interesting = "\"\\\n\x80\xBF\xC3\xE0\xE2\xED\xF0\xF4\xFFz";
    for (int i = 0; i < 5'000; ++i) {
        std::string text(random() % 12, ' ');
        for (char& c : text)
            c = random() % 3 == 0 ? static_cast<char>(random())
                                  : interesting[random() % interesting.size()];
        const std::string json = "\"" + escaped(text) + "\"";
        REQUIRE(nlohmann::json::accept(json));
    }
}
