#pragma once

#include <weir/response/refusal.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace weir {

// The frame around every answer that Weir makes itself, in the order in which it is written:
// append_head_start, further field lines, append_head_end, the body, finish_body.

// Status line and Date.
void append_head_start(std::string& out, int status, const AnswerContext& context);

// A field whose value is known only when the body is: where its number goes.
struct LengthPlace {
    std::size_t at = 0;
};
// "Content-Type: ...", "Content-Length: " with its number still missing, Cache-Control: no-store.
LengthPlace append_body_fields(std::string& out, std::string_view content_type);

// X-Request-Id and Connection, then the empty line.
void append_head_end(std::string& out, const AnswerContext& context);

// Puts the length of the body, which starts at `body`, in its place, and takes the body away again
// when the request was a HEAD.
void finish_body(std::string& out, LengthPlace place, std::size_t body,
                 const AnswerContext& context);

} // namespace weir
