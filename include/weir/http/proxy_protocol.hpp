#pragma once

#include <weir/base/address.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace weir {

// The PROXY protocol header, versions 1 and 2, that a load balancer sends before the first byte of
// HTTP (haproxy's proxy-protocol.txt). Strict: any deviation means close. CRC32C TLVs are checked.
struct ProxyHeader {
    enum class Status : std::uint8_t { need_more, complete, faulty };

    static constexpr std::size_t max_bytes = 8192; // with all TLVs; longer is faulty

    Status status = Status::need_more;
    std::size_t size = 0;                 // bytes to skip when complete
    std::optional<IpAddress> client = {}; // absent: LOCAL or UNKNOWN, the socket's own peer counts
};

ProxyHeader parse_proxy_header(std::string_view buffer);

} // namespace weir
