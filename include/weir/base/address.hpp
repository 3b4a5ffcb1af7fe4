#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

// An IP address in one canonical form: IPv4-mapped IPv6 (::ffff:a.b.c.d) and NAT64
// (64:ff9b::/96) become IPv4 on construction, so one host has one value however it was written
// (RFC 4291 2.5.5.2, RFC 6052).
class IpAddress {
public:
    IpAddress() = default; // 0.0.0.0
    static IpAddress v4(std::array<std::uint8_t, 4> bytes);
    static IpAddress v6(std::array<std::uint8_t, 16> bytes); // unmaps

    // Strict: four decimal octets without leading zeros, or RFC 4291 text; no zone, no port, no
    // brackets, no short or integer forms.
    static std::optional<IpAddress> parse(std::string_view text);

    bool is_v6() const { return v6_; }
    bool is_loopback() const;
    const std::array<std::uint8_t, 16>& bytes() const { return bytes_; } // IPv4: the first four

    IpAddress masked(int prefix_bits) const; // keeps the first bits, zeroes the rest
    std::string to_string() const;           // RFC 5952
    // Writes the same text into `out` (at least 46 bytes), returns its length; for the hot path.
    std::size_t print(char* out) const;

    bool operator==(const IpAddress&) const = default;

private:
    std::array<std::uint8_t, 16> bytes_{};
    bool v6_ = false;
};

// A network such as 10.0.0.0/8 or 2001:db8::/32; a plain address is a network of one.
class IpNetwork {
public:
    static std::optional<IpNetwork> parse(std::string_view text);
    bool contains(const IpAddress& address) const;
    std::string to_string() const;
    bool operator==(const IpNetwork&) const = default;

private:
    IpAddress base_;
    int prefix_bits_ = 0;
};

bool any_contains(const std::vector<IpNetwork>& networks, const IpAddress& address);

} // namespace weir
