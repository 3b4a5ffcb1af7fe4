#pragma once

#include <string>
#include <string_view>

namespace weir {

// Appends `text` as a JSON string with its quotes (RFC 8259 7). Bytes above 0x7F are written as
// escapes of their own value, so that whatever a client sent makes a valid line.
inline void append_json_string(std::string& out, std::string_view text)
{
    constexpr const char* hex = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20 || byte > 0x7e) {
            out += "\\u00";
            out += hex[byte >> 4];
            out += hex[byte & 15];
        } else {
            out += c;
        }
    }
    out += '"';
}

} // namespace weir
