#include "endpoint.hpp"

#include "file.hpp"
#include "report.hpp"

#include <weir/base/address.hpp>
#include <weir/base/units.hpp>

#include <algorithm>
#include <optional>

namespace weir {

namespace {

constexpr std::size_t max_unix_path = 107; // sockaddr_un has 108 bytes, the last of them zero

bool is_host_name(std::string_view name)
{
    if (name.ends_with('.')) name.remove_suffix(1);
    if (name.empty() || name.size() > 253) return false;
    std::size_t label = 0;
    for (const char c : name) {
        const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '_' || (c == '-' && label > 0);
        if (c == '.' ? label == 0 : !word) return false;
        label = c == '.' ? 0 : label + 1;
        if (label > 63) return false;
    }
    return label > 0;
}

// "127.1" and "10.0.0.256" are no names, only addresses gone wrong: no top-level domain is all
// digits (RFC 3696 2).
bool looks_like_address(std::string_view host)
{
    const std::size_t dot = host.find_last_of('.');
    const std::string_view last = dot == std::string_view::npos ? host : host.substr(dot + 1);
    return std::all_of(last.begin(), last.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<std::uint16_t> parse_port(std::string_view text)
{
    const auto number = parse_integer(text);
    if (!number || *number < 0 || *number > 65535) return std::nullopt;
    return static_cast<std::uint16_t>(*number);
}

Result<Endpoint> parse_unix(std::string_view path, const std::string& file)
{
    if (path.empty()) return Error{"'unix:' without a path; write unix:/path"};
    Endpoint endpoint{.kind = Endpoint::Kind::unix_socket,
                      .unix_path = relative_to(file, std::string(path))};
    if (endpoint.unix_path.size() > max_unix_path)
        return Error{"the path of a unix socket has at most " + std::to_string(max_unix_path) +
                     " bytes"};
    return endpoint;
}

} // namespace

Result<Endpoint> parse_endpoint(std::string_view text, const std::string& file)
{
    if (text.starts_with("unix:")) return parse_unix(text.substr(5), file);
    const auto malformed = [&](const std::string& why) {
        return Error{in_quotes(text) + " " + why + "; write host:port, [v6]:port or unix:/path"};
    };
    if (text.find("://") != std::string_view::npos) return malformed("is a URL");
    const std::size_t colon = text.find_last_of(':');
    if (colon == std::string_view::npos || text.ends_with(']')) return malformed("has no port");
    std::string_view host = text.substr(0, colon);
    const auto port = parse_port(text.substr(colon + 1));
    const bool bracketed = host.size() >= 2 && host.front() == '[' && host.back() == ']';
    if (!bracketed && host.find(':') != std::string_view::npos)
        return malformed("is an IPv6 address without brackets");
    if (!port) return malformed("has no port from 0 to 65535");
    Endpoint endpoint{.port = *port};
    if (bracketed) {
        const auto address = IpAddress::parse(host.substr(1, host.size() - 2));
        if (!address || host.find(':') == std::string_view::npos)
            return malformed("is not an IPv6 address and a port");
        endpoint.kind = address->is_v6() ? Endpoint::Kind::ipv6 : Endpoint::Kind::ipv4;
        endpoint.host = address->to_string();
    } else if (const auto address = IpAddress::parse(host)) {
        endpoint.kind = Endpoint::Kind::ipv4;
        endpoint.host = address->to_string();
    } else if (is_host_name(host) && !looks_like_address(host)) {
        endpoint.kind = Endpoint::Kind::name;
        endpoint.host = host;
    } else {
        return malformed("has neither a host name nor an address before the port");
    }
    return endpoint;
}

} // namespace weir
