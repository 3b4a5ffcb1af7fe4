#include <weir/base/address.hpp>

#include <algorithm>
#include <charconv>
#include <cstring>

#include <arpa/inet.h>

namespace weir {

namespace {

constexpr std::array<std::uint8_t, 12> mapped_prefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr std::array<std::uint8_t, 12> nat64_prefix{0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};

// inet_pton also takes what other readers see differently on some systems (leading zeros), so the
// four octets are read here.
std::optional<std::array<std::uint8_t, 4>> parse_v4(std::string_view text)
{
    std::array<std::uint8_t, 4> bytes{};
    for (std::size_t i = 0; i < 4; ++i) {
        std::size_t digits = 0;
        unsigned value = 0;
        while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
            if (digits == 3) return std::nullopt;
            value = value * 10 + static_cast<unsigned>(text[digits] - '0');
            ++digits;
        }
        if (digits == 0 || value > 255 || (digits > 1 && text[0] == '0')) return std::nullopt;
        bytes[i] = static_cast<std::uint8_t>(value);
        text.remove_prefix(digits);
        if (i < 3) {
            if (text.empty() || text[0] != '.') return std::nullopt;
            text.remove_prefix(1);
        }
    }
    return text.empty() ? std::optional(bytes) : std::nullopt;
}

std::optional<std::array<std::uint8_t, 16>> parse_v6(std::string_view text)
{
    constexpr std::size_t longest = 45; // RFC 4291 text with an embedded IPv4 address
    if (text.size() < 2 || text.size() > longest) return std::nullopt;
    if (const auto dot = text.find('.'); dot != text.npos) {
        const auto colon = text.rfind(':');
        if (colon == text.npos || !parse_v4(text.substr(colon + 1))) return std::nullopt;
    }
    char copy[longest + 1];
    std::memcpy(copy, text.data(), text.size());
    copy[text.size()] = '\0';
    if (std::strlen(copy) != text.size()) return std::nullopt;
    std::array<std::uint8_t, 16> bytes{};
    if (inet_pton(AF_INET6, copy, bytes.data()) != 1) return std::nullopt;
    return bytes;
}

} // namespace

IpAddress IpAddress::v4(std::array<std::uint8_t, 4> bytes)
{
    IpAddress address;
    std::copy(bytes.begin(), bytes.end(), address.bytes_.begin());
    return address;
}

IpAddress IpAddress::v6(std::array<std::uint8_t, 16> bytes)
{
    if (std::equal(mapped_prefix.begin(), mapped_prefix.end(), bytes.begin()) ||
        std::equal(nat64_prefix.begin(), nat64_prefix.end(), bytes.begin()))
        return v4({bytes[12], bytes[13], bytes[14], bytes[15]});
    IpAddress address;
    address.bytes_ = bytes;
    address.v6_ = true;
    return address;
}

std::optional<IpAddress> IpAddress::parse(std::string_view text)
{
    if (text.find(':') == text.npos) {
        const auto bytes = parse_v4(text);
        return bytes ? std::optional(v4(*bytes)) : std::nullopt;
    }
    const auto bytes = parse_v6(text);
    return bytes ? std::optional(v6(*bytes)) : std::nullopt;
}

bool IpAddress::is_loopback() const
{
    if (!v6_) return bytes_[0] == 127;
    return std::all_of(bytes_.begin(), bytes_.end() - 1, [](std::uint8_t b) { return b == 0; }) &&
           bytes_[15] == 1;
}

IpAddress IpAddress::masked(int prefix_bits) const
{
    IpAddress result = *this;
    const int size = v6_ ? 16 : 4;
    for (int i = 0; i < size; ++i) {
        const int kept = std::clamp(prefix_bits - 8 * i, 0, 8);
        result.bytes_[static_cast<std::size_t>(i)] &= static_cast<std::uint8_t>(0xff00 >> kept);
    }
    return result;
}

std::size_t IpAddress::print(char* out) const
{
    if (v6_) {
        inet_ntop(AF_INET6, bytes_.data(), out, INET6_ADDRSTRLEN);
        return std::strlen(out);
    }
    char* at = out;
    for (std::size_t i = 0; i < 4; ++i) {
        if (i > 0) *at++ = '.';
        at = std::to_chars(at, at + 3, bytes_[i]).ptr;
    }
    return static_cast<std::size_t>(at - out);
}

std::string IpAddress::to_string() const
{
    char text[INET6_ADDRSTRLEN];
    return std::string(text, print(text));
}

std::optional<IpNetwork> IpNetwork::parse(std::string_view text)
{
    const auto slash = text.find('/');
    const auto address = IpAddress::parse(text.substr(0, slash));
    if (!address) return std::nullopt;
    // The mapped form of an IPv4 network would need its prefix length translated; nobody writes it.
    if (!address->is_v6() && text.find(':') != text.npos && slash != text.npos) return std::nullopt;
    const int whole = address->is_v6() ? 128 : 32;
    int bits = whole;
    if (slash != text.npos) {
        const std::string_view digits = text.substr(slash + 1);
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), bits);
        if (error != std::errc{} || end != digits.data() + digits.size() || bits < 0 ||
            bits > whole || (digits.size() > 1 && digits[0] == '0'))
            return std::nullopt;
    }
    IpNetwork network;
    network.base_ = address->masked(bits);
    network.prefix_bits_ = bits;
    return network;
}

bool IpNetwork::contains(const IpAddress& address) const
{
    return address.is_v6() == base_.is_v6() && address.masked(prefix_bits_) == base_;
}

std::string IpNetwork::to_string() const
{
    return base_.to_string() + '/' + std::to_string(prefix_bits_);
}

bool any_contains(const std::vector<IpNetwork>& networks, const IpAddress& address)
{
    return std::any_of(networks.begin(), networks.end(),
                       [&](const IpNetwork& network) { return network.contains(address); });
}

} // namespace weir
