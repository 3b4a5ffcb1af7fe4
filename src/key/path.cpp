#include "source.hpp"

namespace weir {

namespace {

// Taken as it stands in the canonical path, where one value has one spelling; only the case may
// have to be evened out.
bool find_path(const SourceSettings& source, const Facts& facts, std::string& value)
{
    const PathParams::Param* param = facts.params.find(source.argument);
    if (param == nullptr || param->value.empty()) return false;
    if (!facts.params.ignore_case) {
        value += param->value;
        return true;
    }
    for (const char c : param->value) {
        value.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    }
    return true;
}

} // namespace

constinit const SourceKind path_source{
    .kind = SourceSettings::Kind::path,
    .name = "path",
    .find = find_path,
    .describe = nullptr,
    .append_origin =
        [](const SourceSettings& source, std::string& out) {
            out.append("path segment {").append(source.argument).append("}");
        },
    .append_scope =
        [](const SourceSettings& source, std::string& out) {
            out.append("each {").append(source.argument).append("} in the path");
        },
};

} // namespace weir
