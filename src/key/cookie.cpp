#include "source.hpp"

#include <weir/http/head.hpp>

#include <optional>

namespace weir {

namespace {

std::string_view without_blanks(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Servers differ in whether the quotes that may surround a value belong to it; here they never do,
// so that quoting a session makes no second session of it.
std::string_view without_quotes(std::string_view text)
{
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return quoted ? text.substr(1, text.size() - 2) : text;
}

// name=value pairs set apart by ";" (RFC 6265 4.2.1; quotes do not protect a semicolon). Several
// Cookie lines count as one. The same name twice is ambiguous and counts as absent.
bool find_cookie(const SourceSettings& source, const Facts& facts, std::string& value)
{
    if (facts.head == nullptr) return false;
    std::optional<std::string_view> found;
    for (const Field& field : facts.head->fields) {
        if (!equal_without_case(field.name, "cookie")) continue;
        std::string_view rest = field.value;
        while (!rest.empty()) {
            const std::size_t end = rest.find(';');
            const std::string_view pair = rest.substr(0, end);
            rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);

            const std::size_t equals = pair.find('=');
            if (equals == std::string_view::npos) continue;
            if (without_blanks(pair.substr(0, equals)) != source.argument) continue;
            if (found) return false;
            found = without_quotes(without_blanks(pair.substr(equals + 1)));
        }
    }
    if (!found || found->empty()) return false;
    value += *found;
    return true;
}

} // namespace

constinit const SourceKind cookie_source{
    .kind = SourceSettings::Kind::cookie,
    .name = "cookie",
    .find = find_cookie,
    .describe = nullptr,
    .append_origin = [](const SourceSettings& source,
                        std::string& out) { out.append("cookie ").append(source.argument); },
    .append_scope = [](const SourceSettings& source,
                       std::string& out) { append_value_scope("cookie", source.argument, out); },
};

} // namespace weir
