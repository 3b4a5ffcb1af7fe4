#include <weir/http/authority.hpp>

#include <weir/base/address.hpp>

#include "characters.hpp"

#include <algorithm>

namespace weir {
namespace {

struct HostPort {
    std::string_view host;
    std::string_view port; // with its colon
};

HostPort split(std::string_view authority)
{
    const std::size_t host_end =
        authority.starts_with('[') ? authority.find(']') + 1 : authority.find(':');
    return host_end >= authority.size()
               ? HostPort{authority, {}}
               : HostPort{authority.substr(0, host_end), authority.substr(host_end)};
}

bool valid_ip_literal(std::string_view host)
{
    if (host.size() < 4 || host.back() != ']') return false;
    const std::string_view address = host.substr(1, host.size() - 2);
    return address.find(':') != std::string_view::npos && IpAddress::parse(address).has_value();
}

bool valid_name(std::string_view host)
{
    char before = '.';
    for (const char c : host) {
        const bool unreserved = is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') ||
                                c == '-' || c == '.' || c == '_' || c == '~';
        if (!unreserved || (c == '.' && before == '.')) return false;
        before = c;
    }
    return !host.empty();
}

bool valid_port(std::string_view port) // ":" and at most 65535, or nothing
{
    if (port.empty()) return true;
    if (port.front() != ':' || port.size() > 6) return false;
    unsigned number = 0;
    for (const char c : port.substr(1)) {
        if (!is_digit(c)) return false;
        number = number * 10 + static_cast<unsigned>(c - '0');
    }
    return number <= 65535;
}

} // namespace

bool valid_authority(std::string_view text)
{
    const auto [host, port] = split(text);
    return (host.starts_with('[') ? valid_ip_literal(host) : valid_name(host)) && valid_port(port);
}

std::string_view comparable_host(std::string_view authority, std::string& scratch)
{
    std::string_view host = split(authority).host;
    if (host.ends_with('.')) host.remove_suffix(1);
    if (std::none_of(host.begin(), host.end(), [](char c) { return c >= 'A' && c <= 'Z'; }))
        return host;
    scratch.resize(host.size());
    std::transform(host.begin(), host.end(), scratch.begin(), to_lower);
    return scratch;
}

} // namespace weir
