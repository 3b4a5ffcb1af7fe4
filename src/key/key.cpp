#include <weir/key/key.hpp>

#include "source.hpp"

#include <algorithm>

namespace weir {

namespace {

// The first byte of a key. A key that was made up for a caller without one starts with another
// byte than any real key, so the two can never meet in one bucket.
constexpr char found_mark = 'k';
constexpr char address_mark = 'a';
constexpr char shared_mark = 's';

// A header that is there twice is not merely absent: the upstream takes one of the two, so to count
// the caller by anything else would let it act under a key whose limits it does not pay (C69).
// Cookies and query parameters do come twice from honest clients, so they only count as absent.
bool is_ambiguous(const SourceSettings& source, const Facts& facts)
{
    if (source.kind == SourceSettings::Kind::combine)
        return std::any_of(source.parts.begin(), source.parts.end(),
                           [&](const SourceSettings& part) { return is_ambiguous(part, facts); });
    if (source.kind != SourceSettings::Kind::header || facts.head == nullptr) return false;
    return std::count_if(facts.head->fields.begin(), facts.head->fields.end(),
                         [&](const Field& field) {
                             return equal_without_case(field.name, source.argument);
                         }) > 1;
}

} // namespace

FoundKey find_key(const KeySettings& settings, const Facts& facts, std::string& bytes)
{
    const std::size_t start = bytes.size();
    for (std::size_t i = 0; i < settings.sources.size(); ++i) {
        bytes.push_back(found_mark);
        append_number(bytes, static_cast<std::uint32_t>(i));
        if (find_value(settings.sources[i], facts, bytes)) return {FoundKey::Status::found, i};
        bytes.resize(start);
        if (is_ambiguous(settings.sources[i], facts)) return {FoundKey::Status::missing, i};
    }

    switch (settings.missing) {
    case Missing::ip: {
        const SourceSettings by_address; // the built-in key `ip`
        bytes.push_back(address_mark);
        append_address(facts.client, by_address.ipv4_prefix, by_address.ipv6_prefix, bytes);
        return {FoundKey::Status::address};
    }
    case Missing::shared:
        bytes.push_back(shared_mark);
        return {FoundKey::Status::shared};
    case Missing::skip:
        return {FoundKey::Status::skipped};
    case Missing::reject:
        break;
    }
    return {FoundKey::Status::missing};
}

FoundKey stand_in_key(const KeySettings& settings, std::string_view caller, std::string& bytes)
{
    bytes.push_back(found_mark);
    append_number(bytes, 0);
    if (settings.sources.front().kind != SourceSettings::Kind::global) bytes += caller;
    return {FoundKey::Status::found, 0};
}

bool describe_key(const SourceSettings& source, const Facts& facts, std::string& value)
{
    value.clear();
    return describe_value(source, facts, value);
}

std::string describe_source(const SourceSettings& source)
{
    std::string words;
    source_kind(source.kind).append_origin(source, words);
    return words;
}

std::string describe_scope(const SourceSettings& source)
{
    std::string words;
    source_kind(source.kind).append_scope(source, words);
    return words;
}

void append_scope(std::string& out, const KeySettings& settings, const FoundKey& key)
{
    switch (key.status) {
    case FoundKey::Status::found: {
        const SourceSettings& source = settings.sources[key.source];
        source_kind(source.kind).append_scope(source, out);
        return;
    }
    case FoundKey::Status::address:
        out += "each client address";
        return;
    case FoundKey::Status::shared:
        out += "all callers without a key together";
        return;
    case FoundKey::Status::skipped:
    case FoundKey::Status::missing:
        break;
    }
    out += "each caller";
}

} // namespace weir
