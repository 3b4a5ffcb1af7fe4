#include <weir/base/units.hpp>

#include <array>
#include <charconv>
#include <limits>
#include <numeric>

namespace weir {

namespace {

struct Unit {
    std::string_view name;
    std::int64_t nanoseconds;
};
constexpr std::int64_t second = 1'000'000'000;
constexpr std::array<Unit, 7> duration_units{{{"ns", 1},
                                              {"us", 1'000},
                                              {"ms", 1'000'000},
                                              {"s", second},
                                              {"m", 60 * second},
                                              {"h", 3600 * second},
                                              {"d", 86400 * second}}};
constexpr std::array<Unit, 4> rate_units{
    {{"s", second}, {"m", 60 * second}, {"h", 3600 * second}, {"d", 86400 * second}}};

struct Size {
    std::string_view name;
    std::uint64_t bytes;
};
constexpr std::array<Size, 5> size_units{
    {{"", 1}, {"B", 1}, {"KiB", 1ULL << 10}, {"MiB", 1ULL << 20}, {"GiB", 1ULL << 30}}};

template <typename Table>
auto find_unit(const Table& table, std::string_view name) -> const typename Table::value_type*
{
    for (const auto& unit : table)
        if (unit.name == name) return &unit;
    return nullptr;
}

Error error_of(std::string_view text, const char* what, const char* accepted)
{
    return Error{"'" + std::string(text) + "' is not a " + what + "; write " + accepted};
}

// Takes decimal digits off the front; a leading zero (an octal to some readers) is no number.
template <typename Integer>
bool take_digits(std::string_view& text, Integer& value)
{
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0 || (digits > 1 && text[0] == '0')) return false;
    const auto [end, error] = std::from_chars(text.data(), text.data() + digits, value);
    text.remove_prefix(digits);
    return error == std::errc{};
}

} // namespace

Result<Duration> parse_duration(std::string_view text)
{
    const Error error = error_of(text, "duration", "N followed by ms, s, m, h or d (250ms, 10s)");
    std::int64_t count = 0;
    std::string_view rest = text;
    if (!take_digits(rest, count)) return error;
    const Unit* unit = find_unit(duration_units, rest);
    if (unit == nullptr || count > std::numeric_limits<std::int64_t>::max() / unit->nanoseconds)
        return error;
    return Duration(count * unit->nanoseconds);
}

Result<std::uint64_t> parse_size(std::string_view text)
{
    const Error error = error_of(text, "size", "bytes, or N followed by KiB, MiB or GiB");
    std::uint64_t count = 0;
    std::string_view rest = text;
    if (!take_digits(rest, count)) return error;
    const Size* unit = find_unit(size_units, rest);
    if (unit == nullptr || count > std::numeric_limits<std::uint64_t>::max() / unit->bytes)
        return error;
    return count * unit->bytes;
}

Result<Rate> parse_rate(std::string_view text)
{
    const Error error = error_of(text, "rate", "N/s, N/m, N/h or N/d");
    std::string_view rest = text;
    std::int64_t count = 0;
    if (!take_digits(rest, count)) return error;
    std::int64_t scale = 1; // 0.25 is 25 in 100
    if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        std::size_t digits = 0;
        for (; digits < rest.size() && rest[digits] >= '0' && rest[digits] <= '9'; ++digits) {
            if (digits == 9 || count > 1'000'000'000) return error;
            count = count * 10 + (rest[digits] - '0');
            scale *= 10;
        }
        if (digits == 0) return error;
        rest.remove_prefix(digits);
        const std::int64_t common = std::gcd(count, scale);
        if (common > 0) {
            count /= common;
            scale /= common;
        }
    }
    if (!rest.starts_with('/')) return error;
    const Unit* unit = find_unit(rate_units, rest.substr(1));
    if (unit == nullptr || scale > std::numeric_limits<std::int64_t>::max() / unit->nanoseconds)
        return error;
    return Rate{count, Duration(unit->nanoseconds * scale)};
}

Result<std::int64_t> parse_integer(std::string_view text)
{
    const Error error = error_of(text, "whole number", "decimal digits");
    std::string_view rest = text;
    const bool negative = rest.starts_with('-');
    if (negative) rest.remove_prefix(1);
    std::int64_t value = 0;
    if (!take_digits(rest, value) || !rest.empty()) return error;
    return negative ? -value : value;
}

std::string print_duration(Duration duration)
{
    const std::int64_t count = duration.count();
    if (count == 0) return "0s";
    // The largest unit that gives a whole number; 90 s is "90s", 120 s is "2m".
    for (std::size_t i = duration_units.size(); i-- > 0;)
        if (count % duration_units[i].nanoseconds == 0)
            return std::to_string(count / duration_units[i].nanoseconds) +
                   std::string(duration_units[i].name);
    return std::to_string(count) + "ns";
}

std::string print_rate(const Rate& rate)
{
    for (const Unit& unit : rate_units)
        if (rate.period.count() == unit.nanoseconds)
            return std::to_string(rate.count) + '/' + std::string(unit.name);
    return std::to_string(rate.count) + " per " + print_duration(rate.period);
}

} // namespace weir
