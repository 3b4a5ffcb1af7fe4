#include "source.hpp"

#include <cstring>

namespace weir {

namespace {

// Absent as soon as one part is. Each value is written behind its length, so that ("ab", "c") and
// ("a", "bc") stay apart.
bool find_combination(const SourceSettings& source, const Facts& facts, std::string& value)
{
    const std::size_t start = value.size();
    for (const SourceSettings& part : source.parts) {
        const std::size_t length_at = value.size();
        append_number(value, 0); // put right below
        const std::size_t value_at = value.size();
        if (!find_value(part, facts, value)) {
            value.resize(start);
            return false;
        }
        const auto length = static_cast<std::uint32_t>(value.size() - value_at);
        std::memcpy(value.data() + length_at, &length, sizeof length);
    }
    return true;
}

bool describe_combination(const SourceSettings& source, const Facts& facts, std::string& words)
{
    const std::size_t start = words.size();
    for (const SourceSettings& part : source.parts) {
        if (words.size() > start) words += " + ";
        if (!describe_value(part, facts, words)) {
            words.resize(start);
            return false;
        }
    }
    return true;
}

void append_combined_origin(const SourceSettings& source, std::string& out)
{
    const char* between = "";
    for (const SourceSettings& part : source.parts) {
        out += between;
        source_kind(part.kind).append_origin(part, out);
        between = " + ";
    }
}

void append_combined_scope(const SourceSettings& source, std::string& out)
{
    out += "each combination of ";
    append_combined_origin(source, out);
}

} // namespace

constinit const SourceKind combine_source{
    .kind = SourceSettings::Kind::combine,
    .name = "combine",
    .find = find_combination,
    .describe = describe_combination,
    .append_origin = append_combined_origin,
    .append_scope = append_combined_scope,
};

} // namespace weir
