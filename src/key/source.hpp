#pragma once

#include <weir/key/facts.hpp>
#include <weir/key/settings.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace weir {

// One kind of source: where in a request a caller's key is looked for, and how that is put in
// words. Plain functions, any thread. To add a kind: write its file, declare it here, and add its
// line to the table in sources.cpp.
struct SourceKind {
    SourceSettings::Kind kind;
    std::string_view name; // as in weir.yaml

    // Appends the key's value, as found, to `value`. False when it is absent (missing, empty, or
    // there more than once); then `value` is as it was. For one source, different callers always
    // append different bytes.
    bool (*find)(const SourceSettings& source, const Facts& facts, std::string& value);

    // Appends the value in words for people; absent exactly when `find` says so. Null where what
    // `find` appends is text already.
    bool (*describe)(const SourceSettings& source, const Facts& facts, std::string& words);

    void (*append_origin)(const SourceSettings& source, std::string& out); // "header X-Api-Key"
    void (*append_scope)(const SourceSettings& source, std::string& out);  // "each client address"
};

extern const SourceKind ip_source;
extern const SourceKind global_source;
extern const SourceKind header_source;
extern const SourceKind cookie_source;
extern const SourceKind query_source;
extern const SourceKind path_source;
extern const SourceKind combine_source;

const SourceKind& source_kind(SourceSettings::Kind kind);

// The source's kind applied, then its `normalize` steps: what a key is made of. Same promise as
// SourceKind::find.
bool find_value(const SourceSettings& source, const Facts& facts, std::string& value);
bool describe_value(const SourceSettings& source, const Facts& facts, std::string& words);

// Four bytes, for lengths and positions inside a key.
void append_number(std::string& bytes, std::uint32_t number);

// The address as key bytes: family, then the masked address. The IPv6 loopback address stands for
// one machine and is never merged with its neighbours.
void append_address(const IpAddress& client, int ipv4_prefix, int ipv6_prefix, std::string& bytes);

// "each API key" where `name` is a usual name for one, else "each value of <what> '<name>'".
void append_value_scope(std::string_view what, std::string_view name, std::string& out);

} // namespace weir
