#include "log_line.hpp"

#include <weir/base/hex.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace weir {

namespace {

// What a backslash and a letter stand for (Apache); 0: nothing.
char named_escape(char c)
{
    switch (c) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'v':
        return '\v';
    case '"':
    case '\\':
        return c;
    default:
        return '\0';
    }
}

// The escape at the start of `rest`, which follows a backslash: appends what it stands for, and
// says how much of `rest` it took. What is no escape stands for itself.
std::size_t decode_escape(std::string_view rest, std::string& out)
{
    if (rest.size() >= 3 && rest[0] == 'x' && hex_value(rest[1]) >= 0 && hex_value(rest[2]) >= 0) {
        out += static_cast<char>(hex_value(rest[1]) * 16 + hex_value(rest[2]));
        return 3;
    }
    if (!rest.empty() && named_escape(rest[0]) != '\0') {
        out += named_escape(rest[0]);
        return 1;
    }
    out += '\\';
    return 0;
}

// Takes `"text"` from the front of `rest`, decoding what Apache and nginx escape. False when the
// closing quote is missing.
bool take_quoted(std::string_view& rest, std::string& text)
{
    text.clear();
    if (!rest.starts_with('"')) return false;
    for (std::size_t i = 1; i < rest.size(); ++i) {
        if (rest[i] == '"') {
            rest.remove_prefix(i + 1);
            return true;
        }
        if (rest[i] == '\\')
            i += decode_escape(rest.substr(i + 1), text);
        else
            text += rest[i];
    }
    return false;
}

std::string_view take_word(std::string_view& rest)
{
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(word.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    return word;
}

// "[vhost ]client ident user": the client comes first unless only the second word is an address.
void read_parties(std::string_view text, LogLine& line)
{
    line.client = take_word(text);
    if (!parse_log_address(line.client)) {
        const std::string_view second = text.substr(0, text.find(' '));
        if (parse_log_address(second)) {
            line.host = line.client;
            line.client = take_word(text);
        }
    }
    take_word(text); // identd's word: nobody asks for it
    if (text != "-") line.user = text;
}

bool is_status(std::string_view word)
{
    return word == "-" || (word.size() == 3 && word.find_first_not_of("0123456789") == word.npos);
}

// What follows the request: status, size, and for some formats quoted fields.
bool read_tail(std::string_view rest, LogLine& line)
{
    // The Combined Log Format's, and the one that nginx's own example adds.
    constexpr std::array<std::string_view, 3> names{"Referer", "User-Agent", "X-Forwarded-For"};
    if (!rest.starts_with(' ')) return false;
    rest.remove_prefix(1);
    const std::string_view status = take_word(rest);
    if (!is_status(status)) return false;
    std::from_chars(status.data(), status.data() + status.size(), line.status); // "-": not told
    take_word(rest);                                                            // the size

    std::string value;
    for (const std::string_view name : names) {
        if (!rest.starts_with('"')) break;
        if (!take_quoted(rest, value)) return false;
        line.add_field(name, value);
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    }
    return true;
}

} // namespace

Result<LoggedRequest> read_clf_line(std::string_view text)
{
    const std::size_t open = text.find(" [");
    const std::size_t close = text.find("] \"", open == text.npos ? text.size() : open);
    if (close == text.npos) return Error{"it is neither Common Log Format nor JSON"};

    LogLine line;
    read_parties(text.substr(0, open), line);
    line.time = text.substr(open + 2, close - open - 2);
    std::string_view rest = text.substr(close + 2);
    std::string request;
    if (!take_quoted(rest, request)) return Error{"a quote is not closed"};
    if (!split_request_line(request, line)) return Error{"there is no request"};
    if (!read_tail(rest, line)) return Error{"what follows the request cannot be read"};
    return request_of(line);
}

} // namespace weir
