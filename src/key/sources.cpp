#include <weir/key/sources.hpp>

#include "normalize.hpp"
#include "source.hpp"

#include <weir/base/assert.hpp>

#include <array>
#include <cstddef>
#include <cstring>

namespace weir {

namespace {

// The table of all sources, in the order of SourceSettings::Kind.
constexpr std::array<const SourceKind*, 7> source_kinds{
    &ip_source,    &global_source, &header_source,  &cookie_source,
    &query_source, &path_source,   &combine_source,
};

} // namespace

const SourceKind& source_kind(SourceSettings::Kind kind)
{
    const auto index = static_cast<std::size_t>(kind);
    WEIR_ASSERT(index < source_kinds.size() && source_kinds[index]->kind == kind);
    return *source_kinds[index];
}

std::string_view source_kind_name(SourceSettings::Kind kind)
{
    return source_kind(kind).name;
}

bool find_value(const SourceSettings& source, const Facts& facts, std::string& value)
{
    const std::size_t start = value.size();
    if (!source_kind(source.kind).find(source, facts, value)) return false;
    if (source.normalize.empty()) return true;
    normalize(source.normalize, value, start);
    return value.size() > start; // nothing but blanks is as good as nothing
}

bool describe_value(const SourceSettings& source, const Facts& facts, std::string& words)
{
    const SourceKind& kind = source_kind(source.kind);
    return kind.describe != nullptr ? kind.describe(source, facts, words)
                                    : find_value(source, facts, words);
}

void append_number(std::string& bytes, std::uint32_t number)
{
    char raw[sizeof number];
    std::memcpy(raw, &number, sizeof number);
    bytes.append(raw, sizeof number);
}

std::string_view missing_name(Missing missing)
{
    switch (missing) {
    case Missing::ip:
        return "ip";
    case Missing::reject:
        return "reject";
    case Missing::shared:
        return "shared";
    case Missing::skip:
        return "skip";
    }
    return "";
}

} // namespace weir
