#pragma once

#include <weir/http/head.hpp>

namespace weir {

// The names behind FieldId.

// As field_id(), for a name that is known to be a token already.
FieldId token_field_id(std::string_view name);

// Whether the field concerns this connection only, whatever Connection says (RFC 9110 7.6.1).
bool is_hop_by_hop(FieldId id);

// Whether `name` is one of the known names once '_' is read as '-'. Servers that turn fields into
// environment variables (RFC 9110 17.10) cannot tell the two spellings apart, so a client could
// set "X_Forwarded_For" or "Transfer_Encoding" behind Weir's back. Such fields are not forwarded,
// in either direction; other names with underscores are.
bool reads_as_known_field(std::string_view name);

} // namespace weir
