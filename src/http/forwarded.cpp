#include "forwarded.hpp"

#include <weir/http/head.hpp>

#include "characters.hpp"

#include <algorithm>
#include <array>

namespace weir {
namespace {

bool is_escaped(std::string_view text, std::size_t at)
{
    std::size_t backslashes = 0;
    while (backslashes < at && text[at - 1 - backslashes] == '\\')
        ++backslashes;
    return backslashes % 2 == 1;
}

// The opening quote of the string whose closing quote is at `close`; npos when there is none.
std::size_t opening_quote(std::string_view text, std::size_t close)
{
    std::size_t at = close;
    do {
        if (at == 0) return std::string_view::npos;
        at = text.rfind('"', at - 1);
    } while (at != std::string_view::npos && is_escaped(text, at));
    return at;
}

bool is_port(std::string_view text)
{
    constexpr std::size_t max_digits = 5;
    if (text.empty() || text.size() > max_digits) return false;
    unsigned number = 0;
    for (const char c : text) {
        if (!is_digit(c)) return false;
        number = number * 10 + static_cast<unsigned>(c - '0');
    }
    return number <= 65535;
}

// One "name=value" pair taken off the front of an element. Blanks around ';' are not in the
// grammar, but many senders write them.
struct Pair {
    bool valid = false;
    std::string_view name;
    std::string_view value;
    bool quoted = false;
};

Pair take_pair(std::string_view& element)
{
    Pair pair;
    const std::size_t equals = element.find('=');
    if (equals == std::string_view::npos) return pair;
    pair.name = element.substr(0, equals);
    element.remove_prefix(equals + 1);
    pair.quoted = element.starts_with('"');
    if (pair.quoted) {
        element.remove_prefix(1);
        std::size_t close = 0;
        while (close < element.size() && element[close] != '"')
            close += element[close] == '\\' ? 2u : 1u;
        if (close >= element.size()) return pair;
        pair.value = element.substr(0, close);
        element.remove_prefix(close + 1);
        element = trim_blanks(element);
        if (!element.empty() && element.front() != ';') return pair;
    } else {
        const std::size_t end = std::min(element.find(';'), element.size());
        pair.value = trim_blanks(element.substr(0, end));
        element.remove_prefix(end);
        if (!is_token(pair.value)) return pair;
    }
    pair.valid = is_token(pair.name);
    return pair;
}

} // namespace

std::string_view take_last_forwarded(std::string_view& list)
{
    std::size_t begin = list.size();
    while (begin > 0 && list[begin - 1] != ',') {
        --begin;
        if (list[begin] != '"') continue;
        const std::size_t open = opening_quote(list, begin);
        begin = open == std::string_view::npos ? 0 : open;
    }
    const std::string_view element = trim_blanks(list.substr(begin));
    list = list.substr(0, begin == 0 ? 0 : begin - 1);
    return element;
}

std::optional<IpAddress> forwarded_for(std::string_view element)
{
    constexpr std::array<std::string_view, 4> names = {"for", "by", "host", "proto"};
    std::array<bool, names.size()> seen{};
    std::optional<IpAddress> address;

    while (!element.empty()) {
        if (element.front() == ';') {
            element = trim_blanks(element.substr(1));
            continue;
        }
        const Pair pair = take_pair(element);
        if (!pair.valid) return std::nullopt;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (!equal_without_case(pair.name, names[i])) continue;
            if (seen[i]) return std::nullopt;
            seen[i] = true;
        }
        if (!equal_without_case(pair.name, "for")) continue;
        // An IPv6 address stands in brackets, for a bare one could not be told from its port.
        if (!pair.value.starts_with('[') &&
            std::count(pair.value.begin(), pair.value.end(), ':') > 1)
            return std::nullopt;
        address = parse_node(pair.value);
        if (!address) return std::nullopt;
    }
    return address;
}

std::optional<IpAddress> parse_node(std::string_view text)
{
    if (text.starts_with('[')) {
        const std::size_t close = text.find(']');
        if (close == std::string_view::npos) return std::nullopt;
        const std::string_view address = text.substr(1, close - 1);
        const std::string_view port = text.substr(close + 1);
        if (address.find(':') == std::string_view::npos) return std::nullopt;
        if (!port.empty() && (port.front() != ':' || !is_port(port.substr(1)))) return std::nullopt;
        return IpAddress::parse(address);
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || text.find(':', colon + 1) != std::string_view::npos)
        return IpAddress::parse(text);
    if (!is_port(text.substr(colon + 1))) return std::nullopt;
    return IpAddress::parse(text.substr(0, colon));
}

} // namespace weir
