#pragma once

#include <string>
#include <string_view>

namespace weir {

// What an upstream treats as equal beyond the canonical form (`paths:` of weir.yaml; the first of
// each is the default).
struct PathOptions {
    enum class EncodedSlash { reject, keep };
    enum class TrailingSlash { same, distinct };
    enum class Parameters { keep, strip, reject };
    enum class Forward { canonical, as_received };

    EncodedSlash encoded_slash = EncodedSlash::reject;
    bool ignore_case = false; // for matching and keys; what is forwarded keeps its case
    TrailingSlash trailing_slash = TrailingSlash::same; // for matching
    Parameters parameters = Parameters::keep;           // ";v=1" parts of a segment
    Forward forward = Forward::canonical;

    bool operator==(const PathOptions&) const = default;
};

// The canonical form of a request path (paths are made canonical before routes are matched,
// and the canonical path is what is forwarded): escapes of unreserved characters decoded, other
// escapes in upper-case hex, "." and ".." segments resolved (never above the root), "//" collapsed,
// what browsers send raw (| ^ ` { } [ ]) percent-encoded. Refused: bad escapes, %2F and %5C (unless
// encoded_slash: keep, which keeps %2F), %00 and other escaped control characters (unless
// forward: as_received, then only %00), backslash, double quote, < > #, bytes above 0x7F, controls,
// blanks, and with parameters: keep a dot segment that has some ("/a/..;/b").
//
// Escapes are decoded once: "%256C" stays as it is. The canonical form of a canonical path is that
// path.
//
// A path that is canonical already (nearly all are) is returned as it is, without a copy;
// otherwise the result is written into `scratch`, whose capacity is reused. On refusal the reason
// is in `fault` (static lifetime) and nothing in the result may be used.
struct CanonicalPath {
    std::string_view path = {}; // "/..." always; with ignore_case not yet lower-cased
    const char* fault = nullptr;

    bool ok() const { return fault == nullptr; }
};

CanonicalPath canonical_path(std::string_view raw, const PathOptions& options,
                             std::string& scratch);

// Whether a query may be forwarded as received: no controls, blanks, bytes above 0x7F, '#', ", < >.
// Escapes are not looked into, and what browsers send raw (| ^ ` { } [ ] and backslash) may stay.
bool valid_query(std::string_view query);

} // namespace weir
