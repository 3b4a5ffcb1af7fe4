#include "json_text.hpp"

#include <weir/response/refusal.hpp>

#include <algorithm>
#include <string_view>

namespace weir {

namespace {

inline bool stands_as_it_is(char c)
{
    return (c >= ' ') & (c <= '~') & (c != '"') & (c != '\\');
}

bool is_continuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

struct Utf8Step {
    std::size_t size;
    bool valid;
};

// How many bytes the UTF-8 character at the front of `text` has (table 3-7 of the Unicode
// standard), or how many bytes form the faulty beginning of one.
Utf8Step utf8_step(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text[0]);
    std::size_t size = 0;
    unsigned char low =
        0x80; // bounds of the second byte: no overlong forms, surrogates, > U+10FFFF
    unsigned char high = 0xBF;
    if (first < 0x80) return {1, true};
    if (first >= 0xC2 && first <= 0xDF)
        size = 2;
    else if (first >= 0xE0 && first <= 0xEF)
        size = 3;
    else if (first >= 0xF0 && first <= 0xF4)
        size = 4;
    else
        return {1, false};
    if (first == 0xE0) low = 0xA0;
    if (first == 0xED) high = 0x9F;
    if (first == 0xF0) low = 0x90;
    if (first == 0xF4) high = 0x8F;

    if (text.size() < 2) return {1, false};
    const auto second = static_cast<unsigned char>(text[1]);
    if (second < low || second > high) return {1, false};
    for (std::size_t i = 2; i < size; ++i) {
        if (i >= text.size() || !is_continuation(text[i])) return {i, false};
    }
    return {size, true};
}

void append_escape(std::string& out, char c)
{
    constexpr std::string_view hex = "0123456789abcdef";
    switch (c) {
    case '"':
        out += "\\\"";
        return;
    case '\\':
        out += "\\\\";
        return;
    case '\b':
        out += "\\b";
        return;
    case '\f':
        out += "\\f";
        return;
    case '\n':
        out += "\\n";
        return;
    case '\r':
        out += "\\r";
        return;
    case '\t':
        out += "\\t";
        return;
    default:
        break;
    }
    const auto code = static_cast<unsigned char>(c);
    out += "\\u00";
    out += hex[code >> 4];
    out += hex[code & 15];
}

} // namespace

void append_json_escaped(std::string& out, std::string_view text)
{
    while (!text.empty()) {
        const auto plain = static_cast<std::size_t>(
            std::find_if_not(text.begin(), text.end(), stands_as_it_is) - text.begin());
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) return;

        const Utf8Step step = utf8_step(text);
        if (!step.valid)
            out += "\xEF\xBF\xBD"; // U+FFFD
        else if (step.size > 1 || text[0] == '\x7F')
            out += text.substr(0, step.size);
        else
            append_escape(out, text[0]);
        text.remove_prefix(step.size);
    }
}

void escape_json_tail(std::string& out, std::size_t start)
{
    // On the path of every refusal, and nearly always true: one pass without a branch per byte.
    bool plain_text = true;
    for (std::size_t i = start; i < out.size(); ++i)
        plain_text &= stands_as_it_is(out[i]);
    if (plain_text) return;
    const std::string plain = out.substr(start);
    out.resize(start);
    append_json_escaped(out, plain);
}

} // namespace weir
