#include "decimal.hpp"
#include "header_styles.hpp"

#include <algorithm>
#include <string_view>

namespace weir {

namespace {

using Structured = ResponseSettings::Structured;

// An Integer of a structured field has at most fifteen digits (RFC 9651 3.3.1).
void append_integer(std::string& out, std::int64_t number)
{
    constexpr std::int64_t most = 999'999'999'999'999;
    append_decimal(out, std::clamp<std::int64_t>(number, 0, most));
}

// A String of a structured field: printable ASCII between quotes (RFC 9651 4.1.6). The
// configuration has checked the name; what could not be said is replaced, so that the field stays
// one that clients can parse.
void append_string(std::string& out, std::string_view text)
{
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c >= ' ' && c <= '~' ? c : '?';
    }
    out += '"';
}

// Every limit that applied, whatever the request was told: the list stays the same from answer to
// answer. The window is in whole seconds and never 0.
void append_policies(std::string& out, const Verdict& verdict)
{
    out += "RateLimit-Policy: ";
    const char* before = "";
    for (std::size_t i = 0; i < verdict.count; ++i) {
        const Verdict::Part& part = verdict.parts[i];
        if (part.shadow()) continue;
        out += before;
        before = ", ";
        append_string(out, part.limit->settings.name);
        out += ";q=";
        append_integer(out, part.outcome.limit);
        const Duration window = allowance_window(*part.numbers);
        if (window == Duration::zero()) { // time plays no part
            out += ";qu=\"concurrent-requests\"";
            continue;
        }
        out += ";w=";
        append_integer(out, std::max<std::int64_t>(ceil_seconds(window), 1));
    }
    out += "\r\n";
}

void append_parameters(std::string& out, std::string_view available, std::string_view window,
                       const LimitNumbers& numbers)
{
    out += available;
    append_integer(out, numbers.remaining);
    out += window;
    append_integer(out, numbers.reset_seconds);
}

void append(std::string& out, const Verdict& verdict, const LimitNumbers& numbers,
            const ResponseSettings& settings)
{
    append_policies(out, verdict);
    out += "RateLimit: ";
    append_string(out, verdict.spokesman().limit->settings.name);
    if (settings.structured != Structured::draft12) append_parameters(out, ";r=", ";t=", numbers);
    if (settings.structured != Structured::draft11) append_parameters(out, ";a=", ";w=", numbers);
    out += "\r\n";
}

bool owns(FieldId id)
{
    return id == FieldId::ratelimit || id == FieldId::ratelimit_policy;
}

} // namespace

// Structured fields, draft-ietf-httpapi-ratelimit-headers-08 to -11 (r, t) and the working text
// after it (a, w). RateLimit holds only the limit that speaks.
constinit const HeaderStyle structured_header{
    ResponseSettings::HeaderStyle::structured,
    append,
    owns,
};

} // namespace weir
