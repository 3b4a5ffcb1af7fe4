#include <weir/http/chunked.hpp>

#include <weir/http/head.hpp>

#include "characters.hpp"
#include "field_lines.hpp"

#include <algorithm>
#include <array>

namespace weir {
namespace {

constexpr std::size_t max_size_digits = 16;
constexpr std::uint64_t max_chunk_bytes = (std::uint64_t{1} << 63) - 1;

const char* skip_blanks(const char* at, const char* end)
{
    while (at != end && is_blank(*at))
        ++at;
    return at;
}

const char* skip_token(const char* at, const char* end)
{
    while (at != end && is_token_character(*at))
        ++at;
    return at;
}

// Behind the closing quote; null when there is none or a character is not allowed between.
const char* skip_quoted(const char* at, const char* end)
{
    for (++at; at != end; ++at) {
        if (*at == '"') return at + 1;
        if (*at == '\\' && ++at == end) return nullptr;
        if (is_control(*at)) return nullptr;
    }
    return nullptr;
}

// *( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] ), and nothing behind.
bool valid_extensions(const char* at, const char* end)
{
    while (at != end) {
        at = skip_blanks(at, end);
        if (at == end || *at != ';') return false;
        at = skip_blanks(at + 1, end);
        const char* const name = at;
        at = skip_token(at, end);
        if (at == name) return false;

        const char* const equals = skip_blanks(at, end);
        if (equals == end || *equals != '=') continue;
        at = skip_blanks(equals + 1, end);
        const char* const value = at;
        if (at == end) return false;
        at = *at == '"' ? skip_quoted(at, end) : skip_token(at, end);
        if (at == nullptr || at == value) return false;
    }
    return true;
}

struct SizeLine {
    bool valid = false;
    std::uint64_t size = 0;
    std::size_t overhead = 0; // bytes that a plain size line would not need
};

SizeLine read_size_line(std::string_view line) // without CRLF
{
    SizeLine read;
    std::size_t digits = 0;
    std::size_t leading_zeros = 0;
    for (; digits < line.size(); ++digits) {
        const int value = hex_value(line[digits]);
        if (value < 0) break;
        if (digits == max_size_digits) return {};
        if (read.size == 0 && digits > 0) ++leading_zeros;
        read.size = read.size << 4 | static_cast<unsigned>(value);
    }
    read.overhead = leading_zeros + line.size() - digits;
    read.valid = digits > 0 && read.size <= max_chunk_bytes &&
                 valid_extensions(line.data() + digits, line.data() + line.size());
    return read;
}

// Fields that FieldId does not know and that are not allowed in trailers all the same.
constexpr std::array<std::string_view, 22> never_trailers = {
    "set-cookie",    "www-authenticate",
    "age",           "expires",
    "vary",          "warning",
    "pragma",        "range",
    "content-range", "if-match",
    "if-none-match", "if-modified-since",
    "if-range",      "if-unmodified-since",
    "set-cookie2",   "authentication-info",
    "origin",        "proxy-authentication-info",
    "allow",         "content-language",
    "referer",       "content-location",
};

bool may_pass(const Field& field)
{
    return field.id == FieldId::other && !field.hop_by_hop &&
           std::none_of(never_trailers.begin(), never_trailers.end(), [&](std::string_view name) {
               return equal_without_case(field.name, name);
           });
}

} // namespace

void ChunkDecoder::reset()
{
    at_ = At::size_line;
    left_ = 0;
    overhead_ = 0;
    trailer_bytes_ = 0;
    trailer_count_ = 0;
    half_end_ = false;
    line_.clear();
    trailers_.clear();
}

ChunkDecoder::Step ChunkDecoder::fail(Kind kind)
{
    at_ = At::failed;
    return {kind, 0, {}};
}

ChunkDecoder::Step ChunkDecoder::next(std::string_view input)
{
    std::size_t consumed = 0;
    for (;;) {
        if (at_ == At::done) return {Kind::done, consumed, {}};
        if (at_ == At::failed) return {Kind::faulty, consumed, {}};
        const std::string_view rest = input.substr(consumed);
        if (rest.empty()) return {Kind::need_more, consumed, {}};

        if (at_ == At::data) {
            const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, rest.size()));
            left_ -= size;
            if (left_ == 0) at_ = At::data_end;
            return {Kind::data, consumed + size, rest.substr(0, size)};
        }
        const Step step = at_ == At::data_end ? take_data_end(rest) : read_line(rest);
        if (step.kind != Kind::need_more) return step;
        consumed += step.consumed;
    }
}

// Of the CRLF behind a chunk's data.
ChunkDecoder::Step ChunkDecoder::take_data_end(std::string_view input)
{
    if (input.front() != (half_end_ ? '\n' : '\r')) return fail(Kind::faulty);
    if (half_end_) at_ = At::size_line;
    half_end_ = !half_end_;
    return {Kind::need_more, 1, {}};
}

// Gathers a size or trailer line and hands it on. Sizes are judged before contents and without
// regard to how much of the line has come, so pieces get the same verdict as the whole.
ChunkDecoder::Step ChunkDecoder::read_line(std::string_view input)
{
    const std::size_t room =
        at_ == At::size_line ? max_line_bytes : max_trailer_bytes - trailer_bytes_;
    const std::size_t lf = input.find('\n');
    const std::size_t more = lf == std::string_view::npos ? input.size() : lf + 1;
    const std::size_t shortest = line_.size() + more + (lf == std::string_view::npos ? 1 : 0);
    if (shortest > room) return fail(Kind::too_large);

    if (lf == std::string_view::npos) {
        line_.append(input);
        return {Kind::need_more, more, {}};
    }
    std::string_view line = input.substr(0, more);
    if (!line_.empty()) {
        line_.append(line);
        line = line_;
    }
    if (line.size() < 2 || line[line.size() - 2] != '\r') return fail(Kind::faulty);
    const Step step = at_ == At::size_line ? take_size_line(line, more) : take_trailer(line, more);
    line_.clear();
    return step;
}

ChunkDecoder::Step ChunkDecoder::take_size_line(std::string_view line, std::size_t consumed)
{
    const SizeLine read = read_size_line(line.substr(0, line.size() - 2));
    if (!read.valid) return fail(Kind::faulty);
    overhead_ += read.overhead;
    if (overhead_ > max_overhead_bytes) return fail(Kind::too_large);
    left_ = read.size;
    at_ = read.size == 0 ? At::trailer : At::data;
    return {Kind::need_more, consumed, {}};
}

ChunkDecoder::Step ChunkDecoder::take_trailer(std::string_view line, std::size_t consumed)
{
    if (line.size() == 2) {
        at_ = At::done;
        return {Kind::need_more, consumed, {}};
    }
    if (++trailer_count_ > max_trailers) return fail(Kind::too_large);
    trailer_bytes_ += line.size();

    Field field;
    if (read_field_line(line.data(), line.data() + line.size(), field).next == nullptr)
        return fail(Kind::faulty);
    if (may_pass(field))
        trailers_.append(field.name).append(": ").append(field.value).append("\r\n");
    return {Kind::need_more, consumed, {}};
}

std::size_t write_chunk_size(std::uint64_t size, char* out)
{
    std::size_t digits = 1;
    while (digits < max_size_digits && size >> (4 * digits) != 0)
        ++digits;
    for (std::size_t i = 0; i < digits; ++i)
        out[i] = "0123456789abcdef"[size >> (4 * (digits - 1 - i)) & 0xF];
    out[digits] = '\r';
    out[digits + 1] = '\n';
    return digits + 2;
}

} // namespace weir
