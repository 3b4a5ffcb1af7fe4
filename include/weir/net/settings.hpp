#pragma once

#include <weir/base/time.hpp>

#include <cstdint>
#include <string>

namespace weir {

struct ListenSettings {
    std::string host = {};       // address to bind, "" for a unix socket
    std::uint16_t port = 0;      // 0: a free one, logged
    std::string unix_path = {};  // instead of host and port
    bool proxy_protocol = false; // PROXY v1 or v2 is required, from trusted_proxies only

    bool operator==(const ListenSettings&) const = default;
};

struct TimeoutSettings {
    Duration header = std::chrono::seconds(10); // for a whole request head, however it trickles
    Duration body = std::chrono::seconds(30);   // without a byte of an awaited request body
    Duration idle = std::chrono::seconds(60);   // between requests of a connection
    Duration write = std::chrono::seconds(30);  // without a byte taken by a client
    Duration drain = std::chrono::seconds(30);  // to finish requests after SIGTERM

    bool operator==(const TimeoutSettings&) const = default;
};

} // namespace weir
