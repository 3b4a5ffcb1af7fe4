#include <weir/response/refusal.hpp>

#include "decimal.hpp"
#include "head.hpp"

namespace weir {

namespace {

// "about:blank" says no more than the status does (RFC 9457 4.2.1). Answers for want of capacity
// have a type of their own (draft-ietf-httpapi-ratelimit-headers 5.2).
std::string_view problem_type(int status)
{
    return status == 503 ? "https://iana.org/assignments/http-problem-types#"
                           "temporary-reduced-capacity"
                         : "about:blank";
}

void append_problem_body(std::string& out, int status, std::string_view detail)
{
    out.append("{\"type\":\"").append(problem_type(status)).append("\",\"title\":\"");
    out.append(reason_phrase(status)).append("\",\"status\":");
    append_decimal(out, status);
    if (!detail.empty()) {
        out += ",\"detail\":\"";
        append_json_escaped(out, detail);
        out += '"';
    }
    out += '}';
}

} // namespace

void append_problem(std::string& out, int status, std::string_view detail,
                    std::string_view extra_fields, const AnswerContext& context)
{
    append_head_start(out, status, context);
    if (status == 204) {
        out += extra_fields;
        append_head_end(out, context);
        return;
    }
    const LengthPlace length = append_body_fields(out, "application/problem+json");
    out += extra_fields;
    append_head_end(out, context);
    const std::size_t body = out.size();
    append_problem_body(out, status, detail);
    finish_body(out, length, body, context);
}

} // namespace weir
