#include <weir/http/head_parser.hpp>

#include "characters.hpp"
#include "framing.hpp"

namespace weir {
namespace {

bool never_has_body(int status) // RFC 9112 6.3, first rule
{
    return status < 200 || status == 204 || status == 304;
}

} // namespace

ParseStatus ResponseHeadParser::parse(std::string_view buffer, ResponseHead& head)
{
    if (waits_for_line_end(buffer)) return ParseStatus::need_more;
    const ParseStatus status = read_message(buffer, head);
    // Whatever is wrong, to the client it is a bad gateway.
    if (status == ParseStatus::faulty) fault_.status = 502;
    return status;
}

ParseStatus ResponseHeadParser::read_message(std::string_view buffer, ResponseHead& head)
{
    if (fields_start_ == 0) {
        const std::string_view line = buffer.substr(0, limits_->line + 2);
        const ParseStatus status = read_status_line(line, head);
        if (status == ParseStatus::need_more) {
            if (line.size() == limits_->line + 2) return fail(502, "The status line is too long.");
            scanned_ = buffer.size();
        }
        if (status != ParseStatus::complete) return status;
        base_ = buffer.data();
        scanned_ = line_start_;
        head.fields.clear();
    } else if (buffer.data() != base_) {
        move_view(head.reason, buffer.data());
        follow_buffer(buffer.data(), head.fields);
    }
    const ParseStatus status = read_fields(buffer, head.fields);
    if (status != ParseStatus::complete) return status;
    head.size = line_start_;
    return judge(head);
}

ParseStatus ResponseHeadParser::read_status_line(std::string_view line, ResponseHead& head)
{
    constexpr std::string_view pattern = "HTTP/1.# ###"; // '#': a digit
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (i == line.size()) return ParseStatus::need_more;
        const bool fits = pattern[i] == '#' ? is_digit(line[i]) : line[i] == pattern[i];
        if (!fits) return fail(502, "The answer does not begin with an HTTP/1.x status line.");
    }
    if (line[9] == '0') return fail(502, "The status code is below 100.");

    // The blank before an empty reason is required, but too often left out to insist on it.
    const char* const end = line.data() + line.size();
    const char* const reason = line.data() + pattern.size();
    if (reason == end) return ParseStatus::need_more;
    if (*reason != ' ' && *reason != '\r')
        return fail(502, "The status code has not three digits.");
    const char* const reason_end = find_control(reason, end);
    if (reason_end == end) return ParseStatus::need_more;
    if (*reason_end != '\r') return fail(502, "There is a control character in the status line.");
    if (reason_end + 1 == end) return ParseStatus::need_more;
    if (reason_end[1] != '\n') return fail(502, "A CR is not followed by LF.");

    head.minor_version = line[7] == '0' ? 0 : 1;
    head.status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + (line[11] - '0');
    head.reason =
        reason == reason_end
            ? std::string_view(reason, 0)
            : std::string_view(reason + 1, static_cast<std::size_t>(reason_end - reason - 1));
    line_start_ = static_cast<std::size_t>(reason_end + 2 - line.data());
    fields_start_ = line_start_;
    return ParseStatus::complete;
}

ParseStatus ResponseHeadParser::judge(ResponseHead& head)
{
    const FieldSet set(head.fields);
    const Framing framing = read_framing(head.fields, set, head.minor_version);
    if (framing.fault != nullptr) return fail(502, framing.fault);

    ConnectionOptions connection;
    if (set.has(FieldId::connection)) connection = read_connection(head.fields);
    if (connection.too_many) return fail(502, "Connection names too many fields.");
    head.keep_alive = connection.persists(head.minor_version);
    head.content_length = framing.content_length;
    head.has_content_length = framing.kind == Framing::Kind::length;

    if (never_has_body(head.status)) {
        head.body = BodyKind::none;
        // An upstream that announces a body where there is none may go on to send one, and that
        // must not become the answer to the next request. 304 may tell the length it would have.
        if (head.status != 304) {
            if (framing.kind == Framing::Kind::chunked || framing.content_length > 0)
                head.keep_alive = false;
            head.has_content_length = false;
            head.content_length = 0;
        }
    } else if (framing.kind == Framing::Kind::none) {
        head.body = BodyKind::until_close;
        head.keep_alive = false;
    } else {
        head.body = framing.kind == Framing::Kind::chunked ? BodyKind::chunked : BodyKind::length;
    }
    return ParseStatus::complete;
}

} // namespace weir
