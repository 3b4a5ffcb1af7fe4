#include <weir/http/proxy_protocol.hpp>

#include "support/catch.hpp"

using namespace weir;
using Status = ProxyHeader::Status;

namespace {

std::string v2(unsigned char command, unsigned char family, const std::string& payload)
{
    std::string header("\r\n\r\n\0\r\nQUIT\n", 12);
    header += static_cast<char>(command);
    header += static_cast<char>(family);
    header += static_cast<char>(payload.size() >> 8);
    header += static_cast<char>(payload.size() & 0xFF);
    return header + payload;
}

std::string tlv(unsigned char type, const std::string& value)
{
    return std::string(1, static_cast<char>(type)) + static_cast<char>(value.size() >> 8) +
           static_cast<char>(value.size() & 0xFF) + value;
}

const std::string tcp4("\xCB\0\x71\x07\xC6\x33\x64\x01\x9C\x40\x01\xBB", 12);

// The checksum by its definition, bit by bit.
std::uint32_t crc32c(const std::string& bytes)
{
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1 ^ (crc & 1 ? 0x82F63B78 : 0);
    }
    return ~crc;
}

std::string with_checksum(std::string header, std::size_t at)
{
    const std::uint32_t crc = crc32c(header);
    for (std::size_t i = 0; i < 4; ++i)
        header[at + i] = static_cast<char>(crc >> (24 - 8 * i));
    return header;
}

} // namespace

TEST_CASE("a version 1 header is read to the letter", "[http]")
{
    struct Row {
        std::string bytes;
        Status status;
        const char* client; // null: the socket's peer
    };
    const Row rows[] = {
        {"PROXY TCP4 1.2.3.4 5.6.7.8 1 65535\r\nGET", Status::complete, "1.2.3.4"},
        {"PROXY TCP6 2001:db8::1 ::1 0 80\r\n", Status::complete, "2001:db8::1"},
        {"PROXY TCP6 ::ffff:1.2.3.4 ::1 1 80\r\n", Status::complete, "1.2.3.4"},
        {"PROXY UNKNOWN\r\n", Status::complete, nullptr},
        {"PROXY UNKNOWN whatever 1 2\r\n", Status::complete, nullptr},
        {"", Status::need_more, nullptr},
        {"PRO", Status::need_more, nullptr},
        {"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r", Status::need_more, nullptr},
        {"PROXY UNKNOWNX\r\n", Status::faulty, nullptr},
        {"proxy TCP4 1.2.3.4 5.6.7.8 1 2\r\n", Status::faulty, nullptr},
        {"PROXY TCP4 ::1 ::1 1 2\r\n", Status::faulty, nullptr},
        {"PROXY TCP6 1.2.3.4 5.6.7.8 1 2\r\n", Status::faulty, nullptr},
        {"PROXY UDP4 1.2.3.4 5.6.7.8 1 2\r\n", Status::faulty, nullptr},
        {"PROXY TCP4 1.2.3.4 5.6.7.8 1\r\n", Status::faulty, nullptr},
        {"PROXY TCP4 1.2.3.4 5.6.7.8 1 2 \r\n", Status::faulty, nullptr},
        {"PROXY TCP4 1.2.3.4 5.6.7.8 1 2 3\r\n", Status::faulty, nullptr},
        {"PROXY TCP4 1.2.3.4 5.6.7.8 01 2\r\n", Status::faulty, nullptr},
        {"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\n", Status::faulty, nullptr},
        {"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\r\n", Status::faulty, nullptr},
        {"PROXY " + std::string(101, 'x'), Status::faulty, nullptr},
        {"PROXY UNKNOWN " + std::string(91, 'x') + "\r\n", Status::complete, nullptr}, // 107
        {"PROXY UNKNOWN " + std::string(92, 'x') + "\r\n", Status::faulty, nullptr},
    };
    for (const Row& row : rows) {
        INFO(row.bytes);
        const ProxyHeader header = parse_proxy_header(row.bytes);
        CHECK(header.status == row.status);
        CHECK(header.client.has_value() ==
              (row.client != nullptr && row.status == Status::complete));
        if (header.client) CHECK(header.client->to_string() == row.client);
        if (header.status == Status::complete) CHECK(header.size == row.bytes.find('\n') + 1);
    }
}

TEST_CASE("a version 2 header is read to the letter", "[http]")
{
    struct Row {
        std::string bytes;
        Status status;
        const char* why;
    };
    const std::string crc = v2(0x21, 0x11, tcp4 + tlv(3, std::string(4, '\0')));
    const Row rows[] = {
        {v2(0x21, 0x11, tcp4), Status::complete, "IPv4"},
        {v2(0x21, 0x11, tcp4 + tlv(4, "zz") + tlv(1, "")), Status::complete, "with TLVs"},
        {v2(0x20, 0x99, "any"), Status::complete, "LOCAL ignores the rest"},
        {v2(0x21, 0x00, "any"), Status::complete, "unspecified"},
        {v2(0x21, 0x31, std::string(216, 'u')), Status::complete, "a local socket"},
        {v2(0x21, 0x31, std::string(215, 'u')), Status::faulty, "too short for one"},
        {v2(0x21, 0x21, std::string(35, 'x')), Status::faulty, "too short for IPv6"},
        {v2(0x21, 0x12, tcp4), Status::faulty, "datagrams"},
        {v2(0x21, 0x41, tcp4), Status::faulty, "no such family"},
        {v2(0x22, 0x11, tcp4), Status::faulty, "no such command"},
        {v2(0x11, 0x11, tcp4), Status::faulty, "no such version"},
        {v2(0x21, 0x11, tcp4 + "\x04"), Status::faulty, "half a TLV"},
        {v2(0x21, 0x11, tcp4 + std::string("\x04\0\x09z", 4)), Status::faulty, "TLV too long"},
        {v2(0x21, 0x11, tcp4 + tlv(4, std::string(9000, 'x'))), Status::faulty, "over the bound"},
        {with_checksum(crc, 31), Status::complete, "a right checksum"},
        {crc, Status::faulty, "a wrong checksum"},
        {v2(0x21, 0x11, tcp4 + tlv(3, "x")), Status::faulty, "a checksum of one byte"},
        {v2(0x21, 0x11, tcp4).substr(0, 27), Status::need_more, "a byte is missing"},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        const ProxyHeader header = parse_proxy_header(row.bytes);
        CHECK(header.status == row.status);
        if (row.status == Status::complete) CHECK(header.size == row.bytes.size());
    }
    CHECK(parse_proxy_header(v2(0x21, 0x11, tcp4)).client->to_string() == "203.0.113.7");
    CHECK_FALSE(parse_proxy_header(v2(0x20, 0x11, tcp4)).client);
}
