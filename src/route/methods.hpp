#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weir {

// Whether a route with these `methods` takes `method`: none written means every one, and GET
// includes HEAD (RFC 9110 9.3.2). Methods are case-sensitive.
bool takes_method(const std::vector<std::string>& methods, std::string_view method);

// Whether every method that `inner` takes is taken by `outer`.
bool takes_all_methods_of(const std::vector<std::string>& outer,
                          const std::vector<std::string>& inner);

} // namespace weir
