#include "methods.hpp"

namespace weir {

bool takes_method(const std::vector<std::string>& methods, std::string_view method)
{
    if (methods.empty()) return true;
    for (const std::string& taken : methods) {
        if (taken == method || (taken == "GET" && method == "HEAD")) return true;
    }
    return false;
}

bool takes_all_methods_of(const std::vector<std::string>& outer,
                          const std::vector<std::string>& inner)
{
    if (outer.empty()) return true;
    if (inner.empty()) return false;
    for (const std::string& method : inner) {
        if (!takes_method(outer, method)) return false;
    }
    return true;
}

} // namespace weir
