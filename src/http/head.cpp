#include <weir/http/head.hpp>

#include "characters.hpp"
#include "known_fields.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace weir {
namespace {

// In the order of FieldId, `other` left out.
constexpr std::array<std::string_view, 39> names = {
    "host",
    "connection",
    "content-length",
    "transfer-encoding",
    "content-type",
    "content-encoding",
    "expect",
    "upgrade",
    "te",
    "trailer",
    "keep-alive",
    "proxy-connection",
    "proxy-authorization",
    "proxy-authenticate",
    "http2-settings",
    "via",
    "forwarded",
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-forwarded-host",
    "x-forwarded-port",
    "x-real-ip",
    "x-request-id",
    "max-forwards",
    "authorization",
    "cookie",
    "date",
    "server",
    "retry-after",
    "cache-control",
    "ratelimit",
    "ratelimit-policy",
    "ratelimit-limit",
    "ratelimit-remaining",
    "ratelimit-reset",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "location",
};
static_assert(names.size() == static_cast<std::size_t>(FieldId::location));
static_assert(names[static_cast<std::size_t>(FieldId::x_real_ip) - 1] == "x-real-ip");

constexpr std::size_t longest_name = 21;
static_assert(std::all_of(names.begin(), names.end(), [](std::string_view name) {
    return name.size() >= 2 && name.size() <= longest_name;
}));

// A perfect hash over four characters and the length. Bit 0x20 makes letters lower-case and leaves
// digits and '-' alone.
constexpr std::uint32_t slot_of(std::string_view name, std::uint32_t multiplier)
{
    const auto character = [name](std::size_t at) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(name[at])) | 0x20u;
    };
    const std::size_t size = name.size();
    const std::uint32_t mixed = character(0) | character(size / 2) << 8 |
                                character(size - 2) << 16 | character(size - 1) << 24;
    return ((mixed ^ static_cast<std::uint32_t>(size) << 11) * multiplier) >> 24;
}

struct Slots {
    std::uint32_t multiplier = 0;
    std::array<std::uint8_t, 256> ids{}; // FieldId::other: empty
};

// Tries multipliers until no two names share a slot; done by the compiler.
constexpr Slots slots = [] {
    for (std::uint32_t multiplier = 0x9E3779B1;; multiplier += 0x3C6EF372) {
        Slots found{multiplier, {}};
        std::uint8_t id = 0;
        for (const std::string_view name : names) {
            std::uint8_t& slot = found.ids[slot_of(name, multiplier)];
            if (slot != 0) break;
            slot = ++id;
        }
        if (id == names.size()) return found;
    }
}();

std::uint64_t eight_lower(const char* at)
{
    std::uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes | 0x2020202020202020u;
}

// Whether the token `name` is `known` but for case. Of the characters a token may hold, only
// letters become a letter, a digit or '-' by setting bit 0x20, so nothing else can match.
bool matches(std::string_view name, std::string_view known)
{
    if (name.size() != known.size()) return false;
    if (name.size() < 8) {
        for (std::size_t i = 0; i < name.size(); ++i)
            if ((name[i] | 0x20) != known[i]) return false;
        return true;
    }
    const std::size_t last = name.size() - 8; // the last eight may overlap the ones before
    for (std::size_t i = 0; i < last; i += 8)
        if (eight_lower(name.data() + i) != eight_lower(known.data() + i)) return false;
    return eight_lower(name.data() + last) == eight_lower(known.data() + last);
}

const Field* find_in(const std::vector<Field>& fields, FieldId id)
{
    for (const Field& field : fields)
        if (field.id == id) return &field;
    return nullptr;
}

} // namespace

FieldId token_field_id(std::string_view name)
{
    if (name.size() < 2 || name.size() > longest_name) return FieldId::other;
    const std::uint8_t id = slots.ids[slot_of(name, slots.multiplier)];
    if (id == 0 || !matches(name, names[id - 1u])) return FieldId::other;
    return static_cast<FieldId>(id);
}

FieldId field_id(std::string_view name)
{
    return is_token(name) ? token_field_id(name) : FieldId::other;
}

bool is_hop_by_hop(FieldId id)
{
    switch (id) {
    case FieldId::connection:
    case FieldId::keep_alive:
    case FieldId::proxy_connection:
    case FieldId::te:
    case FieldId::transfer_encoding:
    case FieldId::upgrade:
    case FieldId::http2_settings:
    case FieldId::proxy_authorization:
    case FieldId::proxy_authenticate:
        return true;
    default:
        return false;
    }
}

bool reads_as_known_field(std::string_view name)
{
    std::array<char, longest_name> dashed;
    if (name.size() > dashed.size()) return false;
    std::replace_copy(name.begin(), name.end(), dashed.begin(), '_', '-');
    return token_field_id({dashed.data(), name.size()}) != FieldId::other;
}

bool equal_without_case(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return to_lower(x) == to_lower(y); });
}

const Field* RequestHead::find(FieldId id) const
{
    return find_in(fields, id);
}

const Field* ResponseHead::find(FieldId id) const
{
    return find_in(fields, id);
}

} // namespace weir
