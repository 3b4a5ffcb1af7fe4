#include "log_line.hpp"

#include <weir/http/authority.hpp>
#include <weir/http/head.hpp>

#include <algorithm>

namespace weir {

namespace {

// What would end a line of the head early. No request that was served can have had it there.
bool breaks_the_line(std::string_view text)
{
    return text.find('\r') != text.npos || text.find('\n') != text.npos ||
           text.find('\0') != text.npos;
}

// Fields that are about one connection's framing. The replay has neither bodies nor connections,
// and the host is told apart.
bool is_framing(std::string_view name)
{
    switch (field_id(name)) {
    case FieldId::host:
    case FieldId::connection:
    case FieldId::content_length:
    case FieldId::transfer_encoding:
    case FieldId::expect:
    case FieldId::upgrade:
    case FieldId::te:
    case FieldId::trailer:
    case FieldId::keep_alive:
    case FieldId::http2_settings:
        return true;
    default:
        return false;
    }
}

bool is_told(std::string_view value)
{
    return !value.empty() && value != "-" && value != "REDACTED";
}

bool has_field(const LogLine& line, std::string_view name)
{
    return std::ranges::any_of(
        line.fields, [&](const auto& field) { return equal_without_case(field.first, name); });
}

Result<std::string> head_of(const LogLine& line)
{
    const bool host_known = valid_authority(line.host);
    std::string head = line.method + " " + line.target;
    head += host_known ? " HTTP/1.1\r\nHost: " + line.host + "\r\n" : " HTTP/1.0\r\n";
    if (breaks_the_line(line.method) || breaks_the_line(line.target))
        return Error{"the request holds a line break"};
    for (const auto& [name, value] : line.fields) {
        if (breaks_the_line(name) || breaks_the_line(value))
            return Error{"a field holds a line break"};
        if (!is_framing(name)) head += name + ": " + value + "\r\n";
    }
    const bool user_stands_in = is_told(line.user) && !breaks_the_line(line.user);
    if (user_stands_in && !has_field(line, "Authorization"))
        head += "Authorization: " + line.user + "\r\n";
    return head + "\r\n";
}

} // namespace

void LogLine::add_field(std::string_view name, std::string_view value)
{
    if (is_told(value) && fields.size() < most_fields) fields.emplace_back(name, value);
}

void LogLine::add_field_once(std::string_view name, std::string_view value)
{
    if (!has_field(*this, name)) add_field(name, value);
}

std::optional<IpAddress> parse_log_address(std::string_view text)
{
    if (text.starts_with('[')) {
        text.remove_prefix(1);
        text = text.substr(0, text.find(']'));
    } else if (std::ranges::count(text, ':') == 1) {
        text = text.substr(0, text.find(':'));
    }
    return IpAddress::parse(text.substr(0, text.find('%'))); // without a zone
}

bool split_request_line(std::string_view text, LogLine& line)
{
    const std::size_t first = text.find(' ');
    const std::size_t last = text.rfind(' ');
    if (first == text.npos || first == 0 || last <= first + 1) return false;
    if (!text.substr(last + 1).starts_with("HTTP/")) return false;
    line.method = text.substr(0, first);
    line.target = text.substr(first + 1, last - first - 1);
    return true;
}

Result<LoggedRequest> request_of(const LogLine& line)
{
    const std::optional<LogTime> time = parse_log_time(line.time);
    if (!time) return Error{line.time.empty() ? "there is no time" : "its time cannot be read"};
    const std::optional<IpAddress> peer = parse_log_address(line.client);
    if (!peer) return Error{"its client is not an IP address"};
    if (line.method.empty() || line.target.empty()) return Error{"there is no request"};
    Result<std::string> head = head_of(line);
    if (!head) return head.error();
    return LoggedRequest{time->at, time->has_fraction, *peer, line.status, *std::move(head)};
}

} // namespace weir
