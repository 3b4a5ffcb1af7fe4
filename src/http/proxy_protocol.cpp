#include <weir/http/proxy_protocol.hpp>

#include "characters.hpp"

#include <algorithm>
#include <array>

namespace weir {
namespace {

constexpr std::string_view v1_prefix = "PROXY ";
constexpr std::string_view v2_signature("\r\n\r\n\0\r\nQUIT\n", 12);
constexpr std::size_t v1_max_bytes = 107; // with CRLF
constexpr std::size_t v2_head_bytes = 16;
constexpr std::size_t max_client_text = 45;

constexpr ProxyHeader need_more{};
constexpr ProxyHeader faulty{.status = ProxyHeader::Status::faulty};

bool begins_alike(std::string_view buffer, std::string_view prefix)
{
    const std::size_t size = std::min(buffer.size(), prefix.size());
    return buffer.substr(0, size) == prefix.substr(0, size);
}

std::string_view take_word(std::string_view& text)
{
    const std::size_t blank = text.find(' ');
    const std::string_view word = text.substr(0, blank);
    text = blank == std::string_view::npos ? std::string_view() : text.substr(blank + 1);
    return word;
}

bool is_port(std::string_view text)
{
    if (text.empty() || text.size() > 5 || (text.front() == '0' && text.size() > 1)) return false;
    unsigned number = 0;
    for (const char c : text) {
        if (!is_digit(c)) return false;
        number = number * 10 + static_cast<unsigned>(c - '0');
    }
    return number <= 65535;
}

// The text tells the family: a mapped IPv6 address has become IPv4 once it is parsed.
std::optional<IpAddress> parse_address(std::string_view text, bool v6)
{
    const bool has_colon = text.find(':') != std::string_view::npos;
    return has_colon == v6 && text.size() <= max_client_text ? IpAddress::parse(text)
                                                             : std::nullopt;
}

ProxyHeader parse_v1(std::string_view buffer)
{
    const std::string_view window = buffer.substr(0, v1_max_bytes);
    const auto* const end = window.data() + window.size();
    const char* const control = find_control(window.data(), end);
    if (control == end) return window.size() == v1_max_bytes ? faulty : need_more;
    if (*control != '\r') return faulty;
    if (control + 1 == end) return window.size() == v1_max_bytes ? faulty : need_more;
    if (control[1] != '\n') return faulty;

    const auto length = static_cast<std::size_t>(control - window.data());
    ProxyHeader header{.status = ProxyHeader::Status::complete, .size = length + 2};
    std::string_view line = window.substr(v1_prefix.size(), length - v1_prefix.size());
    if (line == "UNKNOWN" || line.starts_with("UNKNOWN ")) return header;

    const std::string_view family = take_word(line);
    if (family != "TCP4" && family != "TCP6") return faulty;
    const bool v6 = family == "TCP6";
    header.client = parse_address(take_word(line), v6);
    const bool destination = parse_address(take_word(line), v6).has_value();
    const bool source_port = is_port(take_word(line));
    // The rest, not the next word: nothing may follow it, not even a blank.
    return header.client && destination && source_port && is_port(line) ? header : faulty;
}

std::size_t read_16(std::string_view bytes, std::size_t at)
{
    return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])) << 8 |
           static_cast<unsigned char>(bytes[at + 1]);
}

std::uint32_t read_32(std::string_view bytes, std::size_t at)
{
    return static_cast<std::uint32_t>(read_16(bytes, at) << 16 | read_16(bytes, at + 2));
}

constexpr std::array<std::uint32_t, 256> crc32c_table = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t crc = i;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82F63B78u : 0u);
        table[i] = crc;
    }
    return table;
}();

// Of `bytes`, the four at `zeroed` counted as zero.
std::uint32_t crc32c(std::string_view bytes, std::size_t zeroed)
{
    std::uint32_t crc = 0xFFFFFFFFu;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const bool hidden = i >= zeroed && i < zeroed + 4;
        const auto byte = hidden ? std::uint8_t{0} : static_cast<std::uint8_t>(bytes[i]);
        crc = crc >> 8 ^ crc32c_table[(crc ^ byte) & 0xFF];
    }
    return ~crc;
}

// Type, length and value, up to the very end; the checksum at most once, so that a header of many
// is not summed up again and again.
bool valid_tlvs(std::string_view header, std::size_t at)
{
    constexpr unsigned char crc32c_type = 0x03;
    bool summed = false;
    while (at < header.size()) {
        if (header.size() - at < 3) return false;
        const auto type = static_cast<unsigned char>(header[at]);
        const std::size_t length = read_16(header, at + 1);
        at += 3;
        if (header.size() - at < length) return false;
        if (type == crc32c_type) {
            if (summed || length != 4 || crc32c(header, at) != read_32(header, at)) return false;
            summed = true;
        }
        at += length;
    }
    return true;
}

IpAddress source_address(std::string_view header, bool v6)
{
    const char* const source = header.data() + v2_head_bytes;
    if (v6) {
        std::array<std::uint8_t, 16> bytes;
        std::copy_n(source, bytes.size(), bytes.begin());
        return IpAddress::v6(bytes);
    }
    std::array<std::uint8_t, 4> bytes;
    std::copy_n(source, bytes.size(), bytes.begin());
    return IpAddress::v4(bytes);
}

ProxyHeader parse_v2(std::string_view buffer)
{
    constexpr unsigned char local = 0x20, proxy = 0x21; // version 2, command
    constexpr unsigned char unspecified = 0x00, tcp4 = 0x11, tcp6 = 0x21, unix_stream = 0x31;

    if (buffer.size() < v2_head_bytes) return need_more;
    const auto command = static_cast<unsigned char>(buffer[12]);
    const auto family = static_cast<unsigned char>(buffer[13]);
    const std::size_t length = read_16(buffer, 14);
    const std::size_t size = v2_head_bytes + length;
    if (command != local && command != proxy) return faulty;
    if (size > ProxyHeader::max_bytes) return faulty;

    // A family that HTTP does not come over (datagrams) is a deviation like any other.
    const std::size_t addresses = family == tcp4 ? 12u : family == tcp6 ? 36u : 216u;
    const bool known =
        family == unspecified || family == tcp4 || family == tcp6 || family == unix_stream;
    if (command == proxy && (!known || (family != unspecified && length < addresses)))
        return faulty;
    if (buffer.size() < size) return need_more;

    ProxyHeader header{.status = ProxyHeader::Status::complete, .size = size};
    if (command == local || family == unspecified) return header;
    const std::string_view whole = buffer.substr(0, size);
    if (!valid_tlvs(whole, v2_head_bytes + addresses)) return faulty;
    if (family != unix_stream) header.client = source_address(whole, family == tcp6);
    return header;
}

} // namespace

ProxyHeader parse_proxy_header(std::string_view buffer)
{
    if (begins_alike(buffer, v2_signature))
        return buffer.size() < v2_signature.size() ? need_more : parse_v2(buffer);
    if (begins_alike(buffer, v1_prefix))
        return buffer.size() < v1_prefix.size() ? need_more : parse_v1(buffer);
    return faulty;
}

} // namespace weir
