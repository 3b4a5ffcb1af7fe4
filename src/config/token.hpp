#pragma once

#include <algorithm>
#include <string_view>

namespace weir {

// RFC 9110 5.6.2: what names of methods, fields and cookies are made of.
inline bool is_token(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
    });
}

} // namespace weir
