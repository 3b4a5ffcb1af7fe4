#include <weir/simulate/arrivals.hpp>

#include "mt19937.hpp"

#include <weir/base/assert.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace weir {

namespace {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool all_digits(std::string_view text)
{
    return text.find_first_not_of("0123456789") == text.npos;
}

// "12.5" to nanoseconds, on integers: what is written is what is run.
std::optional<Duration> parse_seconds(std::string_view text)
{
    constexpr std::size_t most_digits = 10;
    constexpr std::size_t fraction_digits = 9;
    const std::size_t dot = text.find('.');
    const std::string_view whole = text.substr(0, dot);
    const std::string_view fraction = dot == text.npos ? "" : text.substr(dot + 1);
    if (whole.empty() || whole.size() > most_digits || !all_digits(whole)) return {};
    if (dot != text.npos && fraction.empty()) return {};
    if (fraction.size() > fraction_digits || !all_digits(fraction)) return {};

    std::int64_t count = 0;
    for (const char digit : whole)
        count = count * 10 + (digit - '0');
    if (count > std::chrono::floor<std::chrono::seconds>(most_arrival_time).count()) return {};
    for (std::size_t i = 0; i < fraction_digits; ++i)
        count = count * 10 + (i < fraction.size() ? fraction[i] - '0' : 0);
    return Duration(count);
}

// One line that is not empty; the error is without its place.
Result<Arrival> parse_line(std::string_view line)
{
    std::array<std::string_view, 3> parts;
    std::size_t count = 0;
    for (bool more = true; more; ++count) {
        if (count == parts.size()) return Error{"a line is seconds[,key[,cost]]"};
        const std::size_t comma = line.find(',');
        more = comma != line.npos;
        parts[count] = trimmed(line.substr(0, comma));
        line.remove_prefix(more ? comma + 1 : line.size());
    }
    const std::optional<Duration> at = parse_seconds(parts[0]);
    if (!at)
        return Error{"'" + std::string(parts[0]) +
                     "' is not a time; write seconds from 0 to 50 years, at most nine decimals"};
    Arrival arrival{.at = *at, .key = std::string(parts[1])};
    if (count == 3) {
        const Result<std::int64_t> cost = parse_integer(parts[2]);
        if (!cost || *cost < 1)
            return Error{"'" + std::string(parts[2]) +
                         "' is not a cost; write a whole number from 1"};
        arrival.cost = *cost;
    }
    return arrival;
}

} // namespace

std::vector<Arrival> poisson_arrivals(const Rate& rate, Duration length, std::uint32_t seed)
{
    WEIR_ASSERT(rate.count > 0 && rate.period > Duration::zero());
    using Seconds = std::chrono::duration<double>;
    const double per_second = static_cast<double>(rate.count) / Seconds(rate.period).count();
    const double end = Seconds(length).count();

    Mt19937 random(seed);
    std::vector<Arrival> arrivals;
    for (double at = 0; arrivals.size() < most_arrivals;) {
        at += -std::log(1.0 - random.uniform()) / per_second;
        if (at >= end) break;
        arrivals.push_back({.at = Duration(std::llround(at * 1e9)), .key = "", .cost = 0});
    }
    return arrivals;
}

Result<std::vector<Arrival>> read_arrivals(std::string_view text, std::string_view name)
{
    std::vector<Arrival> arrivals;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        const std::string_view whole = text.substr(0, end);
        text.remove_prefix(end == text.npos ? text.size() : end + 1);

        const std::string_view line = trimmed(whole.substr(0, whole.find('#')));
        if (line.empty()) continue;
        const auto fail = [&](const std::string& reason) {
            return Error{std::string(name) + ":" + std::to_string(number) + ": " + reason};
        };
        Result<Arrival> arrival = parse_line(line);
        if (!arrival) return fail(arrival.error().message);
        if (arrivals.size() == most_arrivals)
            return fail("a run takes at most " + std::to_string(most_arrivals) + " arrivals");
        arrivals.push_back(*std::move(arrival));
    }
    std::ranges::stable_sort(arrivals, {}, &Arrival::at);
    return arrivals;
}

} // namespace weir
