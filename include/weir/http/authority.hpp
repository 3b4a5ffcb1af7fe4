#pragma once

#include <string>
#include <string_view>

namespace weir {

// Whether `text` is a valid host[:port] (RFC 3986 3.2.2 without userinfo): a name, an IPv4 address
// or a bracketed IPv6 literal, and a port of at most 65535 if there is one ("a.test:" has none).
// Of what a reg-name may hold by the grammar, escapes, sub-delimiters ("a.test,b.test") and empty
// labels are refused: no name has them, and recipients would not agree on what they mean.
bool valid_authority(std::string_view text);

// The host alone, as hosts are compared: lower-case, without port and trailing dot. Returns a view
// into `authority` when it is so already, else into `scratch`. Brackets stay.
std::string_view comparable_host(std::string_view authority, std::string& scratch);

} // namespace weir
