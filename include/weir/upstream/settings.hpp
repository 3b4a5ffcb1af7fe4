#pragma once

#include <weir/base/time.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weir {

struct ServerSettings {
    std::string host; // name, IPv4 or IPv6 (without brackets); "" for a unix socket
    std::uint16_t port = 0;
    std::string unix_path;

    bool operator==(const ServerSettings&) const = default;
};

struct UpstreamSettings {
    std::string name;
    std::vector<ServerSettings> servers;
    std::size_t keepalive = 64; // idle connections kept per server and event loop
    Duration connect_timeout = std::chrono::seconds(1);
    Duration response_timeout = std::chrono::seconds(60); // to the first byte, and between bytes
    int retries = 1;

    bool operator==(const UpstreamSettings&) const = default;
};

} // namespace weir
