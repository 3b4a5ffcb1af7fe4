#include "text_faults.hpp"

#include <cstdint>
#include <cstdio>

namespace weir {

namespace {

bool continues(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

// The length of the well-formed UTF-8 sequence at the start of `text` (RFC 3629 4: no overlong
// forms, no surrogates, nothing above U+10FFFF), or 0.
std::size_t utf8_sequence(std::string_view text)
{
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : std::uint8_t{0};
    };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4) return 0;
    if (lead < 0xE0) return continues(byte(1)) ? 2 : 0;
    if (lead < 0xF0) {
        if (lead == 0xE0 && byte(1) < 0xA0) return 0;
        if (lead == 0xED && byte(1) > 0x9F) return 0;
        return continues(byte(1)) && continues(byte(2)) ? 3 : 0;
    }
    if (lead == 0xF0 && byte(1) < 0x90) return 0;
    if (lead == 0xF4 && byte(1) > 0x8F) return 0;
    return continues(byte(1)) && continues(byte(2)) && continues(byte(3)) ? 4 : 0;
}

std::string hexadecimal(unsigned char byte)
{
    char text[8];
    std::snprintf(text, sizeof text, "0x%02X", byte);
    return text;
}

// `line` has no line end.
std::optional<YamlFault> line_fault(std::string_view line, int number)
{
    const auto fault = [&](std::size_t at, const char* code, std::string message) {
        return YamlFault{{number, character_count(line, at) + 1}, code, std::move(message)};
    };
    for (std::size_t i = 0; i < line.size();) {
        const auto byte = static_cast<unsigned char>(line[i]);
        if ((byte < 0x20 && byte != '\t') || byte == 0x7F)
            return fault(i, "not_text",
                         "the byte " + hexadecimal(byte) +
                             " is a control character; a configuration file is plain text");
        const std::size_t length = utf8_sequence(line.substr(i));
        if (length == 0)
            return fault(i, "not_text",
                         "the byte " + hexadecimal(byte) + " is not UTF-8; save the file as UTF-8");
        i += length;
    }
    const std::size_t content = line.find_first_not_of(" \t");
    if (content == std::string_view::npos || line[content] == '#') return std::nullopt;
    if (const std::size_t tab = line.find('\t'); tab < content)
        return fault(tab, "tab", "a tab cannot indent in YAML; write spaces");
    if (line[0] == '%')
        return fault(0, "directive",
                     "a line that starts with '%' is a YAML directive, which is "
                     "not used here");
    return std::nullopt;
}

} // namespace

std::optional<YamlFault> text_fault(std::string_view text)
{
    int number = 1;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        if (auto fault = line_fault(line, number)) return fault;
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
        ++number;
    }
    return std::nullopt;
}

int character_count(std::string_view text, std::size_t bytes)
{
    int count = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        if (i >= text.size() || !continues(static_cast<unsigned char>(text[i]))) ++count;
    return count;
}

} // namespace weir
