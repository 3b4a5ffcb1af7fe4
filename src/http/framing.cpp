#include "framing.hpp"

#include "characters.hpp"
#include "known_fields.hpp"

#include <algorithm>
#include <string_view>

namespace weir {
namespace {

constexpr std::size_t max_length_digits = 19; // fits 64 bits whatever the digits are

const Field& first(const std::vector<Field>& fields, FieldId id)
{
    return *std::find_if(fields.begin(), fields.end(),
                         [id](const Field& field) { return field.id == id; });
}

Framing faulty(const char* fault, bool unknown_coding = false)
{
    return {.fault = fault, .unknown_coding = unknown_coding};
}

Framing read_content_length(std::string_view digits)
{
    if (digits.empty() || digits.size() > max_length_digits ||
        !std::all_of(digits.begin(), digits.end(), is_digit))
        return faulty("Content-Length is not a number of bytes.");
    if (digits.front() == '0' && digits.size() > 1)
        return faulty("Content-Length has leading zeros.");

    Framing framing{.kind = Framing::Kind::length};
    for (const char digit : digits)
        framing.content_length = framing.content_length * 10 + static_cast<unsigned>(digit - '0');
    return framing;
}

// `gzip, chunked` is well-formed and only not supported; `chunked, gzip` has no end anybody could
// agree on.
Framing read_transfer_encoding(std::string_view codings)
{
    if (equal_without_case(codings, "chunked")) return {.kind = Framing::Kind::chunked};

    bool all_named = !codings.empty() && codings.back() != ',';
    bool ends_chunked = false;
    while (!codings.empty()) {
        const std::string_view coding = next_member(codings);
        all_named = all_named && is_token(coding) && !ends_chunked;
        ends_chunked = equal_without_case(coding, "chunked");
    }
    if (all_named && ends_chunked)
        return faulty("The only transfer coding known here is chunked.", true);
    return faulty("Transfer-Encoding is not the one word chunked.");
}

void mark_named(std::vector<Field>& fields, std::string_view name)
{
    for (Field& field : fields)
        if (field.id == FieldId::other && equal_without_case(field.name, name))
            field.hop_by_hop = true;
}

} // namespace

Framing read_framing(const std::vector<Field>& fields, const FieldSet& set, int minor_version)
{
    const bool has_length = set.has(FieldId::content_length);
    const bool has_coding = set.has(FieldId::transfer_encoding);
    if (!has_length && !has_coding) return {};

    if (has_length && has_coding)
        return faulty("Content-Length and Transfer-Encoding exclude each other.");
    if (has_length) {
        if (set.repeats(FieldId::content_length))
            return faulty("Content-Length appears more than once.");
        return read_content_length(first(fields, FieldId::content_length).value);
    }
    if (set.repeats(FieldId::transfer_encoding))
        return faulty("Transfer-Encoding appears more than once.");
    if (minor_version == 0) return faulty("HTTP/1.0 has no Transfer-Encoding.");
    return read_transfer_encoding(first(fields, FieldId::transfer_encoding).value);
}

ConnectionOptions read_connection(std::vector<Field>& fields)
{
    ConnectionOptions options;
    int named = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i].id != FieldId::connection) continue;
        std::string_view list = fields[i].value;
        while (!list.empty()) {
            const std::string_view option = next_member(list);
            if (option.empty()) continue;
            if (equal_without_case(option, "close")) {
                options.close = true;
            } else if (equal_without_case(option, "keep-alive")) {
                options.keep_alive = true;
            } else if (equal_without_case(option, "upgrade")) {
                options.upgrade = true;
            } else if (++named > ConnectionOptions::max_options) {
                options.too_many = true;
                return options;
            } else if (field_id(option) == FieldId::other) {
                mark_named(fields, option);
            }
        }
    }
    return options;
}

} // namespace weir
