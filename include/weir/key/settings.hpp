#pragma once

#include <string>
#include <vector>

namespace weir {

// How a caller is told apart, as the operator wrote it.
struct SourceSettings {
    enum class Kind { ip, global, header, cookie, query, path, combine };
    enum class Normalize { trim, lowercase };

    std::string name{}; // "client_net"; built in: "ip", "global"; inline definitions: their kind
    Kind kind = Kind::ip;
    std::string argument{}; // header: field name; cookie: name; query: param; path: id
    int ipv4_prefix = 32;
    int ipv6_prefix = 64;
    std::vector<Normalize> normalize{};
    std::vector<SourceSettings> parts{}; // combine: at least two, none of them combine

    bool operator==(const SourceSettings&) const = default;
};

// What becomes of a request that has none of the keys (leaving a key out never frees).
enum class Missing { ip, reject, shared, skip };

// The `key:` of a limit: the first source that is present.
struct KeySettings {
    std::vector<SourceSettings> sources{};
    Missing missing = Missing::ip;

    bool operator==(const KeySettings&) const = default;
};

} // namespace weir
