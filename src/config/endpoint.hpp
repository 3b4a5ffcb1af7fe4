#pragma once

#include <weir/base/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace weir {

// host:port, [v6]:port or unix:/path, as listeners and servers are written.
struct Endpoint {
    enum class Kind { ipv4, ipv6, name, unix_socket };

    Kind kind = Kind::name;
    std::string host{}; // IPv6 without brackets; "" for a unix socket
    std::uint16_t port = 0;
    std::string unix_path{};
};

// `file` is the configuration file, from whose folder relative socket paths start.
Result<Endpoint> parse_endpoint(std::string_view text, const std::string& file);

} // namespace weir
