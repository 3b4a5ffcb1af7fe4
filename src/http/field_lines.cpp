#include "field_lines.hpp"

#include "characters.hpp"
#include "known_fields.hpp"

namespace weir {
namespace {

// Why a name that is not a token followed by ':' is none.
const char* name_fault(const char* name, const char* at)
{
    if (*at == '\n') return "A line ends in LF without CR.";
    if (*at == '\r') return "A header line has no colon.";
    if (!is_blank(*at))
        return at == name && *at == ':' ? "A header field has no name."
                                        : "A header field name is not a token.";
    return at == name ? "A header line begins with a blank (folded lines are not accepted)."
                      : "There is a blank in or behind a header field name.";
}

const char* value_fault(char c)
{
    return c == '\n' ? "A line ends in LF without CR."
                     : "There is a control character in a header field value.";
}

} // namespace

FieldLine read_field_line(const char* at, const char* end, Field& field)
{
    const char* const name = at;
    std::uint8_t classes = 0;
    for (; at != end; ++at) {
        const std::uint8_t found = class_of(*at);
        if (found == 0) break;
        classes |= found;
    }
    if (at == end) return {};
    if (*at != ':' || at == name) return {nullptr, name_fault(name, at)};
    field.name = {name, static_cast<std::size_t>(at - name)};

    do
        ++at;
    while (at != end && is_blank(*at));
    const char* const value = at;
    at = find_control(at, end);
    if (at == end) return {};
    if (*at != '\r') return {nullptr, value_fault(*at)};
    if (at + 1 == end) return {};
    if (at[1] != '\n') return {nullptr, "A CR is not followed by LF."};

    const char* value_end = at;
    while (value_end != value && is_blank(value_end[-1]))
        --value_end;
    field.value = {value, static_cast<std::size_t>(value_end - value)};
    field.id = token_field_id(field.name);
    field.hop_by_hop = is_hop_by_hop(field.id) ||
                       ((classes & underscore_class) != 0 && reads_as_known_field(field.name));
    return {at + 2, nullptr};
}

} // namespace weir
