#pragma once

#include <weir/base/time.hpp>
#include <weir/decision/verdict.hpp>
#include <weir/http/head.hpp>
#include <weir/response/settings.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weir {

// From a verdict to bytes: the rate-limit fields of every answer on a limited route, and the whole
// refusal. Everything is appended to a buffer of the caller's whose capacity is reused: no
// allocation in the steady state. Numbers come from one reading of the clock.

// One random draw for the jitter of one refusal: evenly from all 64-bit values. The caller owns
// the generator, so tests are seeded.
using Draw = std::uint64_t;

// Seconds for Retry-After: the wait rounded up, at least 1, plus an even draw of whole seconds from
// 0 to max(1, ceil(jitter x wait)) unless jitter is 0. Never early, never sooner than
// RateLimit-Reset.
std::int64_t retry_after_seconds(Duration wait, int jitter_permille, Draw draw);
// What a refused caller is told: the promise it was given, else the wait with jitter, or nothing
// when no wait helps.
std::optional<std::int64_t> retry_after_seconds(const Verdict& verdict, int jitter_permille,
                                                Draw draw);

// Appends "Name: value\r\n" lines of the configured header families for a verdict with at least one
// part; nothing otherwise. `wall_seconds` is the Unix time, for X-RateLimit-Reset: epoch, and
// `wall_fraction` as in AnswerContext. `retry_after`: the seconds told in Retry-After when refused
// (Reset is never later), else 0.
void append_limit_fields(std::string& out, const Verdict& verdict, const ResponseSettings& settings,
                         std::int64_t wall_seconds, std::int64_t retry_after,
                         Duration wall_fraction = {});

struct AnswerContext {
    std::string_view request_id{}; // none when empty
    std::int64_t wall_seconds = 0; // Date, HTTP-dates
    // How much of the current second has run: moments in time (HTTP-dates, epoch) are rounded up
    // with it. 0 where it is not known; they may then be early by that much.
    Duration wall_fraction{};
    bool head_request = false;        // same fields, no body
    bool close = false;               // say Connection: close
    bool http_1_0_keep_alive = false; // say Connection: keep-alive
};

// A complete refusal, head and body: status, Date, X-Request-Id, Retry-After, the limit fields,
// Cache-Control: no-store, Content-Type, Content-Length.
void append_refusal(std::string& out, const Verdict& verdict, const ResponseSettings& settings,
                    const AnswerContext& context, Draw draw);

// A complete answer of Weir's own: problem+json with Cache-Control: no-store. `extra_fields` are
// whole lines ("Allow: GET, HEAD\r\n") or empty. Status 204 has neither body nor Content-Length.
void append_problem(std::string& out, int status, std::string_view detail,
                    std::string_view extra_fields, const AnswerContext& context);

std::string_view reason_phrase(int status); // "Too Many Requests"; "" for unknown ones
// Whether the configured header families write this field: it is ours to replace, or with
// upstream_headers: keep, an upstream's reason to leave all of ours out.
bool is_rate_limit_field(FieldId id, const ResponseSettings& settings);

// "Sun, 06 Nov 1994 08:49:37 GMT" (IMF-fixdate, RFC 9110 5.6.7) into `out` (29 bytes).
void write_http_date(std::int64_t wall_seconds, char* out);

// Appends text as the inside of a JSON string (RFC 8259 7); invalid UTF-8 becomes U+FFFD.
void append_json_escaped(std::string& out, std::string_view text);

} // namespace weir
