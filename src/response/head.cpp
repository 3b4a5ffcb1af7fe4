#include "head.hpp"

#include "decimal.hpp"

#include <charconv>

namespace weir {

void append_head_start(std::string& out, int status, const AnswerContext& context)
{
    out += "HTTP/1.1 ";
    append_decimal(out, status);
    out += ' ';
    out += reason_phrase(status);
    out += "\r\nDate: ";
    char date[29];
    write_http_date(context.wall_seconds, date);
    out.append(date, sizeof date);
    out += "\r\n";
}

LengthPlace append_body_fields(std::string& out, std::string_view content_type)
{
    out += "Content-Type: ";
    out += content_type;
    out += "\r\nContent-Length: ";
    const LengthPlace place{out.size()};
    out += "\r\nCache-Control: no-store\r\n";
    return place;
}

void append_head_end(std::string& out, const AnswerContext& context)
{
    if (!context.request_id.empty())
        out.append("X-Request-Id: ").append(context.request_id).append("\r\n");
    if (context.close)
        out += "Connection: close\r\n";
    else if (context.http_1_0_keep_alive)
        out += "Connection: keep-alive\r\n";
    out += "\r\n";
}

void finish_body(std::string& out, LengthPlace place, std::size_t body,
                 const AnswerContext& context)
{
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, out.size() - body).ptr;
    if (context.head_request) out.resize(body);
    out.insert(place.at, digits, static_cast<std::size_t>(end - digits));
}

} // namespace weir
