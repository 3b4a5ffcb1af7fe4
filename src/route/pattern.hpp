#pragma once

#include <weir/http/canonical_path.hpp>
#include <weir/key/facts.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace weir {

// A path pattern cut into its segments once, so that matching is a walk along the path without
// copies. `{name}` takes one segment, which is never empty; a final `**` takes the rest, which may
// be (`/api/**` takes `/api`, too). `/` is the pattern without segments.
//
// With trailing_slash: same, one slash at the end means nothing, neither in the pattern nor in the
// path; with distinct it must be at the end of both or of neither, unless `**` takes it.
class Pattern {
public:
    Pattern(std::string_view text, const PathOptions& paths); // text has no pattern_fault

    // `path` is canonical. Fills `params` (names are views into this pattern) when it matches;
    // otherwise what is in `params` means nothing.
    bool match(std::string_view path, PathParams& params) const;

    // Whether every path that `other` takes is taken by this one. Both made with the same options.
    bool covers(const Pattern& other) const;

private:
    struct Segment {
        std::string text; // a literal, lower-case with ignore_case; or the name of a {name}
        bool is_param = false;
        bool operator==(const Segment&) const = default;
    };

    bool equals_literal(const std::string& literal, std::string_view segment) const;

    std::vector<Segment> segments_;
    bool takes_rest_ = false;
    bool ends_with_slash_ = false; // only looked at when slash_matters_
    bool slash_matters_ = false;
    bool ignore_case_ = false;
};

} // namespace weir
