#include <weir/route/route.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

namespace {

std::string in_quotes(std::string_view text)
{
    return "'" + std::string(text) + "'";
}

bool is_param_name(std::string_view name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    });
}

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

// What is wrong with one segment; `names` are the {name}s before it.
std::string segment_fault(std::string_view segment, bool is_last,
                          std::vector<std::string_view>& names)
{
    if (segment.find('*') != std::string_view::npos) {
        if (segment != "**")
            return "'*' stands for nothing in " + in_quotes(segment) +
                   "; write {name} for one segment, or ** at the end for the rest";
        return is_last ? "" : "** may stand only at the end";
    }
    if (segment.find_first_of("{}") == std::string_view::npos) return "";

    if (!segment.starts_with('{') || !segment.ends_with('}'))
        return "{name} takes a whole segment; " + in_quotes(segment) + " is more than that";
    const std::string_view name = segment.substr(1, segment.size() - 2);
    if (!is_param_name(name))
        return in_quotes(segment) + " needs a name of letters, digits, '_' and '-'";
    if (std::find(names.begin(), names.end(), name) != names.end())
        return in_quotes(segment) + " is there twice";
    names.push_back(name);
    if (names.size() > PathParams::max)
        return "there are more than " + std::to_string(PathParams::max) + " {name} segments";
    return "";
}

// A pattern that is not canonical could never match, since paths are made canonical first. Braces
// are not canonical characters: they are escaped for the comparison and put back for the message.
std::string canonical_fault(std::string_view pattern, const PathOptions& paths)
{
    const std::string raw = replaced(replaced(std::string(pattern), "{", "%7B"), "}", "%7D");
    std::string scratch;
    const CanonicalPath canonical = canonical_path(raw, paths, scratch);
    if (!canonical.ok()) return canonical.fault;
    if (canonical.path == raw) return "";
    const std::string better =
        replaced(replaced(std::string(canonical.path), "%7B", "{"), "%7D", "}");
    return "paths are made canonical before they are matched; write " + in_quotes(better);
}

} // namespace

std::string pattern_fault(std::string_view pattern, const PathOptions& paths)
{
    if (!pattern.starts_with('/')) return "a path starts with '/'";
    std::vector<std::string_view> names;
    std::string_view rest = pattern.substr(1);
    while (!rest.empty()) {
        const std::size_t slash = rest.find('/');
        const bool is_last = slash == std::string_view::npos;
        const std::string fault = segment_fault(rest.substr(0, slash), is_last, names);
        if (!fault.empty()) return fault;
        rest.remove_prefix(is_last ? rest.size() : slash + 1);
    }
    return canonical_fault(pattern, paths);
}

} // namespace weir
