#pragma once

#include <weir/base/address.hpp>

#include <optional>
#include <string_view>

namespace weir {

// The Forwarded field (RFC 7239), read from its right end, because what a client wrote on the left
// must not change how the part that a trusted proxy appended is read.

// Takes the last element off `list`; commas in quoted strings do not part elements.
std::string_view take_last_forwarded(std::string_view& list);

// The address in the element's `for`, if the element is well-formed, has it once and it is an
// address (not `unknown` or an obfuscated name).
std::optional<IpAddress> forwarded_for(std::string_view element);

// An address with or without a port: 192.0.2.1, 192.0.2.1:80, 2001:db8::1, [2001:db8::1],
// [2001:db8::1]:80. What follows the address's colon must be a port.
std::optional<IpAddress> parse_node(std::string_view text);

} // namespace weir
