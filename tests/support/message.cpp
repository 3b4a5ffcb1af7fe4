#include "support/message.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace weir {

bool equal_ignoring_case(std::string_view a, std::string_view b)
{
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::vector<std::string> Fields::all(std::string_view name) const
{
    std::vector<std::string> result;
    for (const Field& field : lines) {
        if (equal_ignoring_case(field.name, name)) result.push_back(field.value);
    }
    return result;
}

std::optional<std::string> Fields::find(std::string_view name) const
{
    for (const Field& field : lines) {
        if (equal_ignoring_case(field.name, name)) return field.value;
    }
    return std::nullopt;
}

std::string Fields::value(std::string_view name) const
{
    return find(name).value_or("");
}

static Reading malformed(std::string fault)
{
    return {ReadResult::malformed, std::move(fault)};
}

// Why no further byte came.
static Reading stopped(const ByteStream& stream, const char* where)
{
    switch (stream.peer()) {
    case Peer::closed:
        return {ReadResult::closed, std::string("closed ") + where};
    case Peer::reset:
        return {ReadResult::reset, std::string("reset ") + where};
    case Peer::open:
        break;
    }
    return {ReadResult::timed_out, std::string("nothing more came ") + where};
}

static bool is_token(std::string_view text)
{
    const auto is_token_char = [](unsigned char c) {
        return std::isalnum(c) != 0 ||
               std::string_view("!#$%&'*+-.^_`|~").find(static_cast<char>(c)) !=
                   std::string_view::npos;
    };
    return !text.empty() && std::ranges::all_of(text, is_token_char);
}

static std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

static Reading parse_field(std::string_view line, Fields& fields)
{
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
        return malformed("not a field: '" + std::string(line) + "'");
    const std::string_view value = trimmed(line.substr(colon + 1));
    const auto is_control = [](unsigned char c) { return (c < 0x20 && c != '\t') || c == 0x7F; };
    if (std::ranges::any_of(value, is_control))
        return malformed("control character in '" + std::string(line) + "'");
    fields.lines.push_back({std::string(line.substr(0, colon)), std::string(value)});
    return {};
}

// One line without its CRLF. A bare CR or LF in it is malformed.
static Reading read_line(ByteStream& stream, std::string& line, Deadline deadline,
                         const char* where)
{
    std::size_t end = 0;
    while ((end = stream.buffered().find('\n')) == std::string_view::npos) {
        if (stream.buffered().size() > 256 * 1024)
            return malformed(std::string("endless line ") + where);
        if (!stream.fill(deadline)) return stopped(stream, where);
    }
    line = stream.take(end + 1);
    if (line.size() < 2 || line[line.size() - 2] != '\r')
        return malformed(std::string("bare LF ") + where);
    line.resize(line.size() - 2);
    if (line.find('\r') != std::string::npos) return malformed(std::string("bare CR ") + where);
    return {};
}

static Reading read_fields(ByteStream& stream, Fields& fields, std::string* raw, Deadline deadline,
                           const char* where)
{
    while (true) {
        std::string line;
        if (Reading reading = read_line(stream, line, deadline, where); !reading.complete())
            return reading;
        if (raw != nullptr) *raw += line + "\r\n";
        if (line.empty()) return {};
        if (Reading reading = parse_field(line, fields); !reading.complete()) return reading;
    }
}

Reading read_head(ByteStream& stream, MessageHead& head, Deadline deadline)
{
    head = {};
    if (stream.buffered().empty() && !stream.fill(deadline))
        return stopped(stream, "before a head");
    Reading reading = read_line(stream, head.start_line, deadline, "in a start line");
    if (!reading.complete()) return reading;
    if (head.start_line.empty()) return malformed("empty start line");
    head.raw = head.start_line + "\r\n";
    return read_fields(stream, head.fields, &head.raw, deadline, "in a head");
}

Reading framing_of(const Fields& fields, Framing::Kind otherwise, Framing& framing)
{
    const auto lengths = fields.all("Content-Length");
    const auto codings = fields.all("Transfer-Encoding");
    if (lengths.size() + codings.size() > 1)
        return malformed("more than one of Content-Length and Transfer-Encoding");
    if (!codings.empty()) {
        if (!equal_ignoring_case(codings[0], "chunked"))
            return malformed("Transfer-Encoding is '" + codings[0] + "'");
        framing = {.kind = Framing::Kind::chunked, .length = 0};
        return {};
    }
    if (lengths.empty()) {
        framing = {.kind = otherwise, .length = 0};
        return {};
    }
    const std::string& digits = lengths[0];
    const bool all_digits =
        std::ranges::all_of(digits, [](unsigned char c) { return std::isdigit(c) != 0; });
    if (digits.empty() || digits.size() > 18 || !all_digits ||
        (digits.size() > 1 && digits[0] == '0'))
        return malformed("Content-Length is '" + digits + "'");
    framing = {.kind = Framing::Kind::length, .length = std::stoull(digits)};
    return {};
}

static Reading read_exactly(ByteStream& stream, std::uint64_t size, std::string& body,
                            Deadline deadline)
{
    while (size > 0) {
        if (stream.buffered().empty() && !stream.fill(deadline))
            return stopped(stream, "in a body");
        const std::size_t part = std::min<std::uint64_t>(size, stream.buffered().size());
        body += stream.take(part);
        size -= part;
    }
    return {};
}

static Reading chunk_size(const std::string& line, std::uint64_t& size)
{
    const auto is_hex = [](unsigned char c) { return std::isxdigit(c) != 0; };
    // Extensions are legal, but Weir makes its own chunks and has no reason to send any.
    if (line.empty() || line.size() > 15 || !std::ranges::all_of(line, is_hex))
        return malformed("chunk size is '" + line + "'");
    size = std::stoull(line, nullptr, 16);
    return {};
}

static Reading read_chunks(ByteStream& stream, std::string& body, Fields& trailers,
                           Deadline deadline)
{
    while (true) {
        std::string line;
        Reading reading = read_line(stream, line, deadline, "in a chunk size");
        std::uint64_t size = 0;
        if (reading.complete()) reading = chunk_size(line, size);
        if (!reading.complete()) return reading;
        if (size == 0) return read_fields(stream, trailers, nullptr, deadline, "in trailers");
        reading = read_exactly(stream, size, body, deadline);
        if (!reading.complete()) return reading;
        reading = read_line(stream, line, deadline, "behind a chunk");
        if (!reading.complete()) return reading;
        if (!line.empty()) return malformed("chunk longer than its size");
    }
}

Reading read_body(ByteStream& stream, const Framing& framing, std::string& body, Fields& trailers,
                  Deadline deadline)
{
    switch (framing.kind) {
    case Framing::Kind::none:
        return {};
    case Framing::Kind::length:
        return read_exactly(stream, framing.length, body, deadline);
    case Framing::Kind::chunked:
        return read_chunks(stream, body, trailers, deadline);
    case Framing::Kind::until_close:
        break;
    }
    do {
        body += stream.take(stream.buffered().size());
    } while (stream.fill(deadline));
    return stream.peer() == Peer::closed ? Reading{} : stopped(stream, "in a body");
}

std::string chunked(std::string_view body, std::size_t chunk_size)
{
    std::string result;
    while (!body.empty()) {
        const std::string_view part = body.substr(0, chunk_size);
        char size[20];
        std::snprintf(size, sizeof size, "%zx\r\n", part.size());
        result.append(size).append(part).append("\r\n");
        body.remove_prefix(part.size());
    }
    return result + "0\r\n\r\n";
}

} // namespace weir
