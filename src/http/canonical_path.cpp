#include <weir/http/canonical_path.hpp>

#include "characters.hpp"

#include <algorithm>
#include <array>

namespace weir {
namespace {

enum class Meaning : std::uint8_t {
    refused, // controls, blanks, bytes above 0x7F, " < > # backslash
    plain,   // unreserved, sub-delims, ':', '@' (pchar of RFC 3986): stays as it is
    encoded, // what browsers send raw although it is not a pchar
    slash,
    dot,
    escape,
    semicolon,
};

constexpr std::array<Meaning, 256> meanings = [] {
    std::array<Meaning, 256> table{};
    const auto set = [&table](std::string_view characters, Meaning meaning) {
        for (const char c : characters)
            table[static_cast<unsigned char>(c)] = meaning;
    };
    set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~!$&'()*+,=:@",
        Meaning::plain);
    set("|^`{}[]", Meaning::encoded);
    set("/", Meaning::slash);
    set(".", Meaning::dot);
    set("%", Meaning::escape);
    set(";", Meaning::semicolon);
    return table;
}();

Meaning meaning_of(char c)
{
    return meanings[static_cast<unsigned char>(c)];
}

constexpr bool is_unreserved(unsigned char c)
{
    const char lower = to_lower(static_cast<char>(c));
    return is_digit(lower) || (lower >= 'a' && lower <= 'z') || c == '-' || c == '.' || c == '_' ||
           c == '~';
}

// Nearly all paths. A segment that begins with a dot gets the thorough treatment, whatever it is.
bool is_canonical_at_a_glance(std::string_view path, const PathOptions& options)
{
    if (!path.starts_with('/')) return false;
    const bool semicolons = options.parameters == PathOptions::Parameters::keep;
    Meaning before = Meaning::plain;
    for (const char c : path) {
        const Meaning meaning = meaning_of(c);
        if (meaning != Meaning::plain) {
            const bool harmless =
                ((meaning == Meaning::slash || meaning == Meaning::dot) &&
                 before != Meaning::slash) ||
                // Behind a dot it might be the "..;" that some servers take for "..".
                (meaning == Meaning::semicolon && semicolons && before != Meaning::dot);
            if (!harmless) return false;
        }
        before = meaning;
    }
    return true;
}

// Writes the canonical form segment by segment. What has been written is always canonical but for
// the segment at hand.
class Canonicalizer {
public:
    Canonicalizer(const PathOptions& options, std::string& out) : options_(options), out_(out) {}

    const char* run(std::string_view raw); // returns the fault

private:
    const char* write_segment(std::string_view raw);
    const char* write_escape(std::string_view escape);
    const char* begin_parameters();
    void end_segment();
    void append_escaped(unsigned char byte);
    std::string_view segment() const { return std::string_view(out_).substr(segment_); }

    const PathOptions& options_;
    std::string& out_;
    std::size_t segment_ = 1;                    // where it begins in `out_`, behind its slash
    std::size_t parameters_ = std::string::npos; // where its parameters begin
};

const char* Canonicalizer::run(std::string_view raw)
{
    if (!raw.starts_with('/')) return "The path does not begin with a slash.";
    out_.assign(1, '/');
    for (std::size_t at = 1;;) {
        const std::size_t end = std::min(raw.find('/', at), raw.size());
        if (const char* fault = write_segment(raw.substr(at, end - at))) return fault;
        end_segment();
        if (end == raw.size()) return nullptr;
        if (out_.back() != '/') out_ += '/'; // an empty or resolved segment adds no second one
        at = end + 1;
    }
}

const char* Canonicalizer::write_segment(std::string_view raw)
{
    segment_ = out_.size();
    parameters_ = std::string::npos;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const char* fault = nullptr;
        switch (meaning_of(raw[i])) {
        case Meaning::plain:
        case Meaning::dot:
            out_ += raw[i];
            break;
        case Meaning::encoded:
            append_escaped(static_cast<unsigned char>(raw[i]));
            break;
        case Meaning::escape:
            fault = write_escape(raw.substr(i, 3));
            i += 2;
            break;
        case Meaning::semicolon:
            fault = begin_parameters();
            out_ += ';';
            break;
        case Meaning::slash: // the segment ends before it
        case Meaning::refused:
            fault = "There is a character in the path that no address has.";
            break;
        }
        if (fault != nullptr) return fault;
    }
    return nullptr;
}

const char* Canonicalizer::write_escape(std::string_view escape)
{
    const int high = escape.size() == 3 ? hex_value(escape[1]) : -1;
    const int low = escape.size() == 3 ? hex_value(escape[2]) : -1;
    if (high < 0 || low < 0)
        return "There is a % in the path that is not followed by two hex digits.";

    const auto byte = static_cast<unsigned char>(high << 4 | low);
    if (is_unreserved(byte)) {
        out_ += static_cast<char>(byte);
        return nullptr;
    }
    if (byte == 0) return "The path holds an escaped NUL.";
    if (byte < 0x20 || byte == 0x7F) {
        if (options_.forward != PathOptions::Forward::as_received)
            return "The path holds an escaped control character.";
    } else if (byte == '/') {
        if (options_.encoded_slash != PathOptions::EncodedSlash::keep)
            return "The path holds an escaped slash.";
    } else if (byte == '\\') {
        return "The path holds an escaped backslash.";
    }
    append_escaped(byte);
    return nullptr;
}

// "/a/..;/b" is refused where parameters are kept: some servers resolve the dots behind Weir's
// back, and no honest client writes it.
const char* Canonicalizer::begin_parameters()
{
    if (options_.parameters == PathOptions::Parameters::reject)
        return "The path has parameters (;).";
    if (parameters_ != std::string::npos) return nullptr;
    parameters_ = out_.size();
    if (options_.parameters == PathOptions::Parameters::keep &&
        (segment() == "." || segment() == ".."))
        return "The path has a dot segment with parameters.";
    return nullptr;
}

void Canonicalizer::end_segment()
{
    if (options_.parameters == PathOptions::Parameters::strip && parameters_ != std::string::npos)
        out_.resize(parameters_);
    if (segment() == ".") {
        out_.resize(segment_);
    } else if (segment() == "..") {
        // The root is its own parent.
        out_.resize(segment_ == 1 ? 1 : out_.rfind('/', segment_ - 2) + 1);
    }
}

void Canonicalizer::append_escaped(unsigned char byte)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    out_ += '%';
    out_ += digits[byte >> 4];
    out_ += digits[byte & 0xF];
}

} // namespace

CanonicalPath canonical_path(std::string_view raw, const PathOptions& options, std::string& scratch)
{
    if (is_canonical_at_a_glance(raw, options)) return {raw};
    if (const char* fault = Canonicalizer(options, scratch).run(raw)) return {{}, fault};
    return {scratch};
}

bool valid_query(std::string_view query)
{
    return std::all_of(query.begin(), query.end(), [](char c) {
        return is_visible(c) && c != '"' && c != '#' && c != '<' && c != '>';
    });
}

} // namespace weir
