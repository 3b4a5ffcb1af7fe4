#pragma once

#include <weir/http/head.hpp>

namespace weir {

// Splits the target of a request whose method, target and minor version are known into path,
// query and authority, by the four forms of RFC 9112 3.2. Returns why the target has none of
// them, or null. `authority` stays empty in origin-form and asterisk-form: there Host tells it.
const char* split_target(RequestHead& head);

} // namespace weir
