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
// Appends a self-delimiting form to `bytes` (status, source's name, then the value; values of a
// combination are length-prefixed), so that no two different keys give the same bytes. `bytes` is
// reused by the caller, so nothing is allocated once it has grown. An empty value, or one that
// appears twice where one is meant, counts as absent.
FoundKey find_key(const KeySettings& settings, const Facts& facts, std::string& bytes);

// For explain and messages: the value of one source in words ("198.51.100.7", "2001:db8::/64",
// "k1", "a + b"), and where it came from ("header X-Api-Key", "client address"). False: absent.
bool describe_key(const SourceSettings& source, const Facts& facts, std::string& value);
std::string describe_source(const SourceSettings& source); // "API key in header X-Api-Key" and the like

// "each API key"-like words for a refusal's detail, chosen by the source only: "each client
// address", "each value of header 'X-Api-Key'", "all callers together", ...
std::string describe_scope(const SourceSettings& source);

} // namespace weir
