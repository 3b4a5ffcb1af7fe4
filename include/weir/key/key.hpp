#pragma once

#include <weir/key/facts.hpp>
#include <weir/key/settings.hpp>

#include <string>
#include <string_view>

namespace weir {

// A caller's key as found in one request. The bytes are what the store's hash is made of; they
// never appear in answers, and in logs only hashed.
struct FoundKey {
    enum class Status : unsigned char {
        found,   // `source` says which of the limit's sources it came from
        address, // absent; the client's address stands in, in a bucket apart from real keys
        shared,  // absent; one bucket for all such callers
        skipped, // absent; this limit does not apply
        missing, // absent; the request is to be refused with 400
    };
    Status status = Status::missing;
    std::size_t source = 0; // index into KeySettings::sources when found
};

// Finds the key of a request by the limit's sources, first present wins, else by `missing`.
// Appends a self-delimiting form to `bytes` (how it came about, which of the sources, then the
// value; values of a combination are length-prefixed), so that no two different keys of one limit
// give the same bytes, and a key made up for a caller without one is never equal to a real one.
// Nothing is appended when skipped or missing. `bytes` is reused by the caller, so nothing is
// allocated once it has grown. An empty value, or one that appears twice where one is meant,
// counts as absent; but a header that is there more than once is answered with 400 whatever
// `missing` says, because the upstream might act on either value.
FoundKey find_key(const KeySettings& settings, const Facts& facts, std::string& bytes);

// The same for a caller known by a bare word, as in the arrivals of `weir simulate`: the word
// stands for whatever the limit's first source would find. Different words are different callers,
// except to the source `global`.
FoundKey stand_in_key(const KeySettings& settings, std::string_view caller, std::string& bytes);

// For explain and messages: the value of one source in words ("198.51.100.7", "2001:db8::/64",
// "k1", "a + b"); false when it is absent. The value is the caller's own: it may hold any byte.
bool describe_key(const SourceSettings& source, const Facts& facts, std::string& value);
// Where a source looks: "header X-Api-Key", "client address", "path segment {id}".
std::string describe_source(const SourceSettings& source);

// "each API key"-like words for a refusal's detail, chosen by the source only, never by a value:
// "each client address", "each value of header 'X-Tenant'", "all callers together", ...
std::string describe_scope(const SourceSettings& source);
// The same for how this very key was found, appended to a buffer whose capacity is reused.
void append_scope(std::string& out, const KeySettings& settings, const FoundKey& key);

} // namespace weir
