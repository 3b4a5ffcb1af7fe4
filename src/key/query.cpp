#include "source.hpp"

#include <weir/base/hex.hpp>
#include <weir/http/head.hpp>

#include <optional>

namespace weir {

namespace {

// Takes one decoded character off the front: "+" is a blank, %XX a byte, and a "%" that starts no
// escape stands for itself (as in the URL standard's form decoding, so "50%" and "50%25" are one).
char take_decoded(std::string_view& raw)
{
    const char first = raw.front();
    if (first == '%' && raw.size() >= 3) {
        const int high = hex_value(raw[1]);
        const int low = hex_value(raw[2]);
        if (high >= 0 && low >= 0) {
            raw.remove_prefix(3);
            return static_cast<char>(high * 16 + low);
        }
    }
    raw.remove_prefix(1);
    return first == '+' ? ' ' : first;
}

bool decodes_to(std::string_view raw, std::string_view name)
{
    for (const char expected : name) {
        if (raw.empty() || take_decoded(raw) != expected) return false;
    }
    return raw.empty();
}

// Decoded once, names too, so that no other spelling of the parameter is a second caller. The same
// parameter twice is ambiguous and counts as absent.
bool find_query(const SourceSettings& source, const Facts& facts, std::string& value)
{
    if (facts.head == nullptr) return false;
    std::optional<std::string_view> found;
    std::string_view rest = facts.head->query;
    while (!rest.empty()) {
        const std::size_t end = rest.find('&');
        const std::string_view pair = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);

        const std::size_t equals = pair.find('=');
        if (!decodes_to(pair.substr(0, equals), source.argument)) continue;
        if (found) return false;
        found = equals == std::string_view::npos ? std::string_view{} : pair.substr(equals + 1);
    }
    if (!found || found->empty()) return false;
    while (!found->empty())
        value.push_back(take_decoded(*found));
    return true;
}

} // namespace

constinit const SourceKind query_source{
    .kind = SourceSettings::Kind::query,
    .name = "query",
    .find = find_query,
    .describe = nullptr,
    .append_origin =
        [](const SourceSettings& source, std::string& out) {
            out.append("query parameter ").append(source.argument);
        },
    .append_scope =
        [](const SourceSettings& source, std::string& out) {
            append_value_scope("query parameter", source.argument, out);
        },
};

} // namespace weir
