#include "source.hpp"

namespace weir {

// All callers are one: the value is empty and always present.
constinit const SourceKind global_source{
    .kind = SourceSettings::Kind::global,
    .name = "global",
    .find = [](const SourceSettings&, const Facts&, std::string&) { return true; },
    .describe =
        [](const SourceSettings&, const Facts&, std::string& words) {
            words += "all callers";
            return true;
        },
    .append_origin = [](const SourceSettings&, std::string& out) { out += "every request"; },
    .append_scope = [](const SourceSettings&, std::string& out) { out += "all callers together"; },
};

} // namespace weir
