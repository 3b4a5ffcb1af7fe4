#include <weir/http/client_address.hpp>

#include "characters.hpp"
#include "forwarded.hpp"

#include <algorithm>
#include <optional>

namespace weir {
namespace {

// Takes the last comma-separated member off `list`.
std::string_view take_last_address(std::string_view& list)
{
    const std::size_t comma = list.rfind(',');
    const bool only = comma == std::string_view::npos;
    const std::string_view member = only ? list : list.substr(comma + 1);
    list = only ? std::string_view() : list.substr(0, comma);
    return trim_blanks(member);
}

} // namespace

IpAddress client_address(const RequestHead& head, const IpAddress& peer,
                         const std::vector<IpNetwork>& trusted, ClientAddressField field)
{
    if (!any_contains(trusted, peer)) return peer;

    const bool reads_forwarded = field == ClientAddressField::forwarded;
    const FieldId id = reads_forwarded ? FieldId::forwarded : FieldId::x_forwarded_for;
    IpAddress client = peer;
    for (auto line = head.fields.rbegin(); line != head.fields.rend(); ++line) {
        if (line->id != id) continue;
        std::string_view rest = line->value;
        while (!rest.empty()) {
            const std::string_view member =
                reads_forwarded ? take_last_forwarded(rest) : take_last_address(rest);
            if (member.empty()) continue;
            const std::optional<IpAddress> hop =
                reads_forwarded ? forwarded_for(member) : parse_node(member);
            // What was said left of this cannot be verified any more.
            if (!hop) return client;
            client = *hop;
            if (!any_contains(trusted, client)) return client;
        }
    }
    return client;
}

} // namespace weir
