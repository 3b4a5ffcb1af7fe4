#include <weir/http/early_answer.hpp>

namespace weir {

namespace {

bool is_number(std::string_view text)
{
    constexpr std::size_t most_digits = 9;
    return !text.empty() && text.size() <= most_digits &&
           text.find_first_not_of("0123456789") == text.npos;
}

} // namespace

EarlyAnswer early_answer(const RequestHead& head, const PathOptions& paths,
                         const std::optional<std::uint64_t>& max_body, std::string& scratch)
{
    if (head.method == "CONNECT" || head.method == "TRACE")
        return {405, "This server does not offer the method.", {}};
    if (head.method == "OPTIONS") {
        if (head.path == "*") return {204, "OPTIONS * is answered by Weir itself.", {}};
        if (const Field* forwards = head.find(FieldId::max_forwards)) {
            if (!is_number(forwards->value)) return {400, "Max-Forwards is not a number.", {}};
            if (forwards->value.find_first_not_of('0') == std::string_view::npos)
                return {204, "Max-Forwards: 0 asks Weir itself.", {}};
        }
    }
    if (max_body && head.content_length > *max_body)
        return {413, "The request body is larger than this server takes.", {}};
    const CanonicalPath path = canonical_path(head.path, paths, scratch);
    if (!path.ok()) return {400, path.fault, {}};
    if (!valid_query(head.query)) return {400, "The query holds characters that no URI may.", {}};
    return {0, "", path.path};
}

} // namespace weir
