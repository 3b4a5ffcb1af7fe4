#include <weir/http/head_parser.hpp>

#include <weir/http/authority.hpp>

#include "characters.hpp"
#include "framing.hpp"
#include "request_target.hpp"

#include <algorithm>
#include <cstring>

namespace weir {
namespace {

constexpr std::size_t max_empty_lines = 4;   // before a request (RFC 9112 2.2 asks for one)
constexpr std::size_t max_method_bytes = 32; // the longest registered one has 17

// Reads "HTTP/1.x CRLF" at `at`. Each byte is judged alone, so that pieces are judged as the whole.
enum class Version : std::uint8_t { http_1_0, http_1_1, other_major, need_more, faulty };

Version read_version(const char* at, const char* end)
{
    constexpr std::string_view usual = "HTTP/1.1\r\n";
    constexpr std::string_view pattern = "HTTP/#.#\r\n"; // '#': a digit
    const auto there = static_cast<std::size_t>(end - at);
    if (there >= usual.size() && std::memcmp(at, usual.data(), usual.size()) == 0)
        return Version::http_1_1;

    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (i == there) return Version::need_more;
        const bool fits = pattern[i] == '#' ? is_digit(at[i]) : at[i] == pattern[i];
        if (!fits) return Version::faulty;
    }
    if (at[5] != '1') return Version::other_major;
    return at[7] == '0' ? Version::http_1_0 : Version::http_1_1; // a higher minor counts as 1
}

bool upgrades_to_websocket(const RequestHead& head)
{
    for (const Field& field : head.fields) {
        if (field.id != FieldId::upgrade) continue;
        std::string_view list = field.value;
        while (!list.empty())
            if (equal_without_case(next_member(list), "websocket")) return true;
    }
    return false;
}

bool has_content(const RequestHead& head)
{
    return head.body == BodyKind::chunked || head.content_length > 0;
}

bool expects_only_continue(const RequestHead& head)
{
    return std::all_of(head.fields.begin(), head.fields.end(), [](const Field& field) {
        return field.id != FieldId::expect || equal_without_case(field.value, "100-continue");
    });
}

// An expectation that Weir does not act on (no content, HTTP/1.0) must not reach an upstream that
// would: its 100 would be taken for an answer.
void drop_expectations(RequestHead& head)
{
    for (Field& field : head.fields)
        if (field.id == FieldId::expect) field.hop_by_hop = true;
}

} // namespace

ParseStatus RequestHeadParser::parse(std::string_view buffer, RequestHead& head)
{
    if (waits_for_line_end(buffer)) return ParseStatus::need_more;
    if (fields_start_ == 0) {
        const ParseStatus status = read_start(buffer, head);
        if (status != ParseStatus::complete) return status;
    } else if (buffer.data() != base_) {
        move_view(head.method, buffer.data());
        move_view(head.target, buffer.data());
        split_target(head); // into views of the new place
        follow_buffer(buffer.data(), head.fields);
    }
    const ParseStatus status = read_fields(buffer, head.fields);
    if (status != ParseStatus::complete) return status;
    head.size = line_start_;
    return judge(head);
}

// Up to the end of the request line.
ParseStatus RequestHeadParser::read_start(std::string_view buffer, RequestHead& head)
{
    while (line_start_ < buffer.size() && buffer[line_start_] == '\r') {
        if (line_start_ == 2 * max_empty_lines)
            return fail(400, "There are too many empty lines before the request.");
        if (line_start_ + 1 == buffer.size()) return ParseStatus::need_more;
        if (buffer[line_start_ + 1] != '\n') return fail(400, "A CR is not followed by LF.");
        line_start_ += 2;
    }
    if (line_start_ == buffer.size()) return ParseStatus::need_more;

    const std::string_view line = buffer.substr(line_start_, limits_->line + 2);
    const ParseStatus status = read_request_line(line, head);
    if (status == ParseStatus::need_more) {
        if (line.size() == limits_->line + 2) return fail(414, "The request line is too long.");
        scanned_ = buffer.size();
        return status;
    }
    if (status == ParseStatus::faulty) return status;

    base_ = buffer.data();
    scanned_ = line_start_;
    head.fields.clear();
    return ParseStatus::complete;
}

ParseStatus RequestHeadParser::read_request_line(std::string_view line, RequestHead& head)
{
    const char* const end = line.data() + line.size();
    const char* at = line.data();

    while (at != end && is_token_character(*at)) {
        if (++at - line.data() > static_cast<std::ptrdiff_t>(max_method_bytes))
            return fail(501, "The method is longer than any known here.");
    }
    const std::string_view method = line.substr(0, static_cast<std::size_t>(at - line.data()));
    if (at == end) return ParseStatus::need_more;
    if (method.empty()) return fail(400, "The request does not begin with a method.");
    if (*at != ' ') return fail(400, "The method is not a token followed by one blank.");

    const char* const target = ++at;
    at = find_not_visible(at, end);
    if (at == end) return ParseStatus::need_more;
    if (*at == '\r' || *at == '\n') return fail(400, "The request line has no HTTP version.");
    if (*at != ' ') return fail(400, "There is a character in the target that no address has.");
    if (at == target) return fail(400, "The request line has more than single blanks.");

    const Version version = read_version(at + 1, end);
    if (version == Version::need_more) return ParseStatus::need_more;
    if (version == Version::faulty) return fail(400, "The request line does not end in HTTP/1.1.");
    if (version == Version::other_major) return fail(505, "Only HTTP/1.1 and 1.0 are spoken here.");

    head.method = method;
    head.target = {target, static_cast<std::size_t>(at - target)};
    head.minor_version = version == Version::http_1_0 ? 0 : 1;
    if (const char* fault = split_target(head)) return fail(400, fault);
    line_start_ +=
        static_cast<std::size_t>(at - line.data()) + std::string_view(" HTTP/1.1\r\n").size();
    fields_start_ = line_start_;
    return ParseStatus::complete;
}

// What only the whole field section can tell.
ParseStatus RequestHeadParser::judge(RequestHead& head)
{
    const FieldSet set(head.fields);
    if (set.repeats(FieldId::host)) return fail(400, "Host appears more than once.");
    if (const Field* host = set.has(FieldId::host) ? head.find(FieldId::host) : nullptr) {
        if (!valid_authority(host->value)) return fail(400, "Host is not a host with a port.");
        if (head.authority.empty()) head.authority = host->value;
    } else if (head.minor_version >= 1) {
        return fail(400, "An HTTP/1.1 request needs a Host field.");
    }

    const Framing framing = read_framing(head.fields, set, head.minor_version);
    if (framing.fault != nullptr) return fail(framing.unknown_coding ? 501 : 400, framing.fault);
    head.content_length = framing.content_length;
    head.body = framing.kind == Framing::Kind::chunked  ? BodyKind::chunked
                : framing.kind == Framing::Kind::length ? BodyKind::length
                                                        : BodyKind::none;

    ConnectionOptions connection;
    if (set.has(FieldId::connection)) connection = read_connection(head.fields);
    if (connection.too_many) return fail(400, "Connection names too many fields.");
    head.keep_alive = connection.persists(head.minor_version);

    head.expects_continue = false;
    if (set.has(FieldId::expect)) {
        if (head.minor_version >= 1 && !expects_only_continue(head))
            return fail(417, "The only expectation known here is 100-continue.");
        head.expects_continue = head.minor_version >= 1 && has_content(head);
        if (!head.expects_continue) drop_expectations(head);
    }
    head.upgrades_websocket = connection.upgrade && head.minor_version >= 1 &&
                              head.method == "GET" && !has_content(head) &&
                              upgrades_to_websocket(head);
    return ParseStatus::complete;
}

} // namespace weir
