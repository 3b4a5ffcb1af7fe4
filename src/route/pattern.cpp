#include "pattern.hpp"

#include <weir/base/assert.hpp>

namespace weir {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// The first segment of `rest`, which is taken off together with the slash behind it.
std::string_view take_segment(std::string_view& rest)
{
    const std::size_t slash = rest.find('/');
    const std::string_view segment = rest.substr(0, slash);
    rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
    return segment;
}

} // namespace

Pattern::Pattern(std::string_view text, const PathOptions& paths)
    : slash_matters_(paths.trailing_slash == PathOptions::TrailingSlash::distinct),
      ignore_case_(paths.ignore_case)
{
    WEIR_ASSERT(text.starts_with('/'));
    ends_with_slash_ = text.size() > 1 && text.ends_with('/');
    std::size_t params = 0;
    std::string_view rest = text.substr(1);
    while (!rest.empty()) {
        const std::string_view segment = take_segment(rest);
        if (segment == "**") {
            takes_rest_ = true;
            break;
        }
        if (segment.starts_with('{')) {
            ++params;
            WEIR_ASSERT(params <= PathParams::max && segment.ends_with('}'));
            segments_.push_back({std::string(segment.substr(1, segment.size() - 2)), true});
            continue;
        }
        segments_.push_back({std::string(segment), false});
        if (!ignore_case_) continue;
        for (char& c : segments_.back().text)
            c = lower(c);
    }
}

bool Pattern::match(std::string_view path, PathParams& params) const
{
    params.count = 0;
    if (!path.starts_with('/')) return false;
    std::string_view rest = path.substr(1);
    const bool slash_at_end = rest.ends_with('/');
    if (slash_at_end) rest.remove_suffix(1);
    if (slash_matters_ && !takes_rest_ && slash_at_end != ends_with_slash_) return false;

    for (const Segment& expected : segments_) {
        if (rest.empty()) return false;
        const std::string_view segment = take_segment(rest);
        if (!expected.is_param) {
            if (!equals_literal(expected.text, segment)) return false;
            continue;
        }
        if (segment.empty()) return false;
        params.items[params.count++] = {expected.text, segment};
    }
    return rest.empty() || takes_rest_;
}

bool Pattern::covers(const Pattern& other) const
{
    if (segments_.size() > other.segments_.size()) return false;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
        if (!segments_[i].is_param && segments_[i] != other.segments_[i]) return false;
    }
    if (takes_rest_) return true;
    if (other.takes_rest_ || segments_.size() != other.segments_.size()) return false;
    return !slash_matters_ || ends_with_slash_ == other.ends_with_slash_;
}

bool Pattern::equals_literal(const std::string& literal, std::string_view segment) const
{
    if (!ignore_case_) return literal == segment;
    if (literal.size() != segment.size()) return false;
    for (std::size_t i = 0; i < literal.size(); ++i) {
        if (literal[i] != lower(segment[i])) return false;
    }
    return true;
}

} // namespace weir
