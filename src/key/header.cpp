#include "source.hpp"

#include <weir/http/head.hpp>

#include <array>

namespace weir {

namespace {

// Two lines of the name are ambiguous (limiter and upstream might each take another one), so they
// count as none. The parser has removed the blanks around the value.
bool find_header(const SourceSettings& source, const Facts& facts, std::string& value)
{
    if (facts.head == nullptr) return false;
    const Field* found = nullptr;
    for (const Field& field : facts.head->fields) {
        if (!equal_without_case(field.name, source.argument)) continue;
        if (found != nullptr) return false;
        found = &field;
    }
    if (found == nullptr || found->value.empty()) return false;
    value += found->value;
    return true;
}

} // namespace

void append_value_scope(std::string_view what, std::string_view name, std::string& out)
{
    constexpr std::array<std::string_view, 5> usual{"x-api-key", "api-key", "api_key", "apikey",
                                                    "x-apikey"};
    for (const std::string_view api_key : usual) {
        if (!equal_without_case(name, api_key)) continue;
        out += "each API key";
        return;
    }
    out.append("each value of ").append(what).append(" '").append(name).append("'");
}

constinit const SourceKind header_source{
    .kind = SourceSettings::Kind::header,
    .name = "header",
    .find = find_header,
    .describe = nullptr,
    .append_origin = [](const SourceSettings& source,
                        std::string& out) { out.append("header ").append(source.argument); },
    .append_scope = [](const SourceSettings& source,
                       std::string& out) { append_value_scope("header", source.argument, out); },
};

} // namespace weir
