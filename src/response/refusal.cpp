#include <weir/response/refusal.hpp>

#include "decimal.hpp"
#include "detail.hpp"
#include "head.hpp"
#include "json_text.hpp"

#include <weir/base/assert.hpp>

#include <optional>

namespace weir {

namespace {

// What the body and the fields of one refusal agree on.
struct Refusal {
    const Verdict& verdict;
    int status;
    std::optional<std::int64_t> retry_after; // seconds; nothing when no wait helps
};

std::string_view content_type(const ResponseSettings& settings)
{
    switch (settings.body) {
    case ResponseSettings::Body::problem:
        return "application/problem+json";
    case ResponseSettings::Body::json:
        return "application/json";
    case ResponseSettings::Body::text:
        return "text/plain; charset=utf-8";
    case ResponseSettings::Body::file:
        return settings.file_content_type;
    }
    return "";
}

// As HTTP-date, the moment is counted from the current second; the part of it that has run already
// is added before rounding up, so that the moment is not early for a client with a good clock.
void append_retry_after(std::string& out, std::int64_t seconds, const Verdict& verdict,
                        const ResponseSettings& settings, const AnswerContext& context)
{
    out += "Retry-After: ";
    if (settings.retry_format == ResponseSettings::RetryFormat::http_date) {
        const Duration wait = verdict.spokesman().outcome.wait.value_or(Duration::zero());
        const std::int64_t run_already =
            ceil_seconds(wait + context.wall_fraction) - ceil_seconds(wait);
        char date[29];
        write_http_date(context.wall_seconds + seconds + run_already, date);
        out.append(date, sizeof date);
    } else {
        append_decimal(out, seconds);
    }
    out += "\r\n";
}

void append_json_detail(std::string& out, const Refusal& refusal)
{
    const std::size_t start = out.size();
    append_detail(out, refusal.verdict, refusal.retry_after);
    escape_json_tail(out, start); // operators may put anything into a name
}

// All limits that refused, not only the one that speaks.
void append_violated(std::string& out, const Verdict& verdict)
{
    const char* before = "[\"";
    for (std::size_t i = 0; i < verdict.count; ++i) {
        if (verdict.parts[i].outcome.admitted || verdict.parts[i].shadow()) continue;
        out += before;
        append_json_escaped(out, verdict.parts[i].limit->settings.name);
        out += '"';
        before = ",\"";
    }
    out += ']';
}

void append_problem_json(std::string& out, const Refusal& refusal)
{
    out +=
        "{\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\",\"title\":\"";
    out += reason_phrase(refusal.status);
    out += "\",\"status\":";
    append_decimal(out, refusal.status);
    out += ",\"detail\":\"";
    append_json_detail(out, refusal);
    out += "\",\"violated-policies\":";
    append_violated(out, refusal.verdict);
    if (refusal.retry_after) {
        out += ",\"retry-after\":";
        append_decimal(out, *refusal.retry_after);
    }
    out += '}';
}

void append_plain_json(std::string& out, const Refusal& refusal)
{
    out += "{\"status\":";
    append_decimal(out, refusal.status);
    out += ",\"error\":\"";
    out += reason_phrase(refusal.status);
    out += "\",\"message\":\"";
    append_json_detail(out, refusal);
    out += "\",\"limits\":";
    append_violated(out, refusal.verdict);
    if (refusal.retry_after) {
        out += ",\"retry_after\":";
        append_decimal(out, *refusal.retry_after);
    }
    out += '}';
}

void append_body(std::string& out, const Refusal& refusal, const ResponseSettings& settings)
{
    switch (settings.body) {
    case ResponseSettings::Body::problem:
        append_problem_json(out, refusal);
        break;
    case ResponseSettings::Body::json:
        append_plain_json(out, refusal);
        break;
    case ResponseSettings::Body::text:
        append_detail(out, refusal.verdict, refusal.retry_after);
        out += '\n';
        break;
    case ResponseSettings::Body::file:
        out += settings.file_body;
        break;
    }
}

} // namespace

void append_refusal(std::string& out, const Verdict& verdict, const ResponseSettings& settings,
                    const AnswerContext& context, Draw draw)
{
    WEIR_ASSERT(verdict.refused() && verdict.speaks());
    const Verdict::Part& speaker = verdict.spokesman();
    const Refusal refusal{verdict, speaker.limit->settings.status.value_or(settings.status),
                          retry_after_seconds(verdict, settings.jitter_permille, draw)};

    append_head_start(out, refusal.status, context);
    const LengthPlace length = append_body_fields(out, content_type(settings));
    if (refusal.retry_after)
        append_retry_after(out, *refusal.retry_after, verdict, settings, context);
    append_limit_fields(out, verdict, settings, context.wall_seconds,
                        refusal.retry_after.value_or(0), context.wall_fraction);
    append_head_end(out, context);
    const std::size_t body = out.size();
    append_body(out, refusal, settings);
    finish_body(out, length, body, context);
}

} // namespace weir
