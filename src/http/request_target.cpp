#include "request_target.hpp"

#include <weir/http/authority.hpp>

namespace weir {
namespace {

void split_query(std::string_view text, RequestHead& head)
{
    const std::size_t mark = text.find('?');
    head.path = text.substr(0, mark);
    head.has_query = mark != std::string_view::npos;
    head.query = head.has_query ? text.substr(mark + 1) : std::string_view();
}

const char* split_absolute(std::string_view target, RequestHead& head)
{
    const std::size_t colon = target.find("://");
    const std::string_view scheme = target.substr(0, colon);
    if (colon == std::string_view::npos ||
        (!equal_without_case(scheme, "http") && !equal_without_case(scheme, "https")))
        return "The request target is neither a path nor an http address.";

    const std::string_view rest = target.substr(colon + 3);
    const std::size_t end = rest.find_first_of("/?#");
    const std::string_view authority = rest.substr(0, end);
    if (!valid_authority(authority)) return "The request target has no valid host.";

    head.authority = authority;
    head.absolute_form = true;
    split_query(end == std::string_view::npos ? std::string_view() : rest.substr(end), head);
    if (head.path.empty()) // RFC 9112 3.2.4: OPTIONS of a bare authority means the server itself
        head.path = head.method == "OPTIONS" && !head.has_query ? "*" : "/";
    return nullptr;
}

const char* split_connect(std::string_view target, RequestHead& head)
{
    const std::size_t colon = target.rfind(':');
    if (!valid_authority(target) || colon == std::string_view::npos || colon + 1 == target.size() ||
        target.back() == ']')
        return "The target of CONNECT is not host:port.";
    head.authority = target;
    return nullptr;
}

} // namespace

const char* split_target(RequestHead& head)
{
    head.path = {};
    head.query = {};
    head.authority = {};
    head.has_query = false;
    head.absolute_form = false;

    const std::string_view target = head.target;
    if (head.method == "CONNECT") return split_connect(target, head);
    if (target.front() == '/') {
        split_query(target, head);
        return nullptr;
    }
    if (target == "*") {
        if (head.method != "OPTIONS") return "The target * is for OPTIONS only.";
        head.path = target;
        return nullptr;
    }
    return split_absolute(target, head);
}

} // namespace weir
