#pragma once

#include <weir/base/hex.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace weir {

// Character classes of RFC 9110 5.6 and the two scans that cost the most in a head. Both look at
// sixteen bytes at a time where the processor can (every x86-64 can), never beyond `end`.

enum CharacterClass : std::uint8_t {
    token_class = 1,      // tchar
    underscore_class = 2, // tchar too; marked because some servers read it as '-'
};

inline constexpr std::array<std::uint8_t, 256> character_classes = [] {
    std::array<std::uint8_t, 256> classes{};
    for (const char c : std::string_view("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
                                         "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        classes[static_cast<unsigned char>(c)] = token_class;
    classes['_'] = token_class | underscore_class;
    return classes;
}();

constexpr std::uint8_t class_of(char c)
{
    return character_classes[static_cast<unsigned char>(c)];
}

constexpr bool is_token_character(char c)
{
    return class_of(c) != 0;
}

constexpr bool is_token(std::string_view text)
{
    for (const char c : text)
        if (!is_token_character(c)) return false;
    return !text.empty();
}

constexpr bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool is_blank(char c) // OWS
{
    return c == ' ' || c == '\t';
}

constexpr char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

constexpr std::string_view trim_blanks(std::string_view text)
{
    while (!text.empty() && is_blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back()))
        text.remove_suffix(1);
    return text;
}

// Takes the next comma-separated member off the front of `list`, without its blanks. Empty members
// count as members of length 0 (RFC 9110 5.6.1 has recipients ignore them).
constexpr std::string_view next_member(std::string_view& list)
{
    const std::size_t comma = list.find(',');
    const std::string_view member = trim_blanks(list.substr(0, comma));
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    return member;
}

constexpr bool is_control(char c) // but HTAB
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && byte != '\t') || byte == 0x7F;
}

constexpr bool is_visible(char c)
{
    return c > 0x20 && c < 0x7F;
}

// The first control character but HTAB, DEL included: in a field value, its end or a fault.
inline const char* find_control(const char* at, const char* end)
{
#if defined(__SSE2__)
    const __m128i highest = _mm_set1_epi8(0x1F);
    for (; end - at >= 16; at += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        const __m128i low = _mm_cmpeq_epi8(_mm_max_epu8(bytes, highest), highest);
        const __m128i tab = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t'));
        const __m128i del = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7F));
        const int found = _mm_movemask_epi8(_mm_or_si128(_mm_andnot_si128(tab, low), del));
        if (found != 0) return at + __builtin_ctz(static_cast<unsigned>(found));
    }
#endif
    while (at != end && !is_control(*at))
        ++at;
    return at;
}

// The first byte that is not visible ASCII: in a request target, its end or a fault.
inline const char* find_not_visible(const char* at, const char* end)
{
#if defined(__SSE2__)
    for (; end - at >= 16; at += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        // Signed comparisons: bytes above 0x7F are negative and so not greater than a blank.
        const __m128i visible = _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8(0x20)),
                                              _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x7F)));
        const int found = _mm_movemask_epi8(visible) ^ 0xFFFF;
        if (found != 0) return at + __builtin_ctz(static_cast<unsigned>(found));
    }
#endif
    while (at != end && is_visible(*at))
        ++at;
    return at;
}

} // namespace weir
