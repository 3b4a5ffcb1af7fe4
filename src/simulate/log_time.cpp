#include "log_line.hpp"

#include <array>
#include <charconv>
#include <chrono>

namespace weir {

namespace {

using namespace std::chrono;

constexpr int last_year = 2200; // nanoseconds in 64 bits end in 2262

// Reads a text from its front. Once something was not as expected, nothing is any more.
class Scanner {
public:
    explicit Scanner(std::string_view text) : rest_(text) {}

    bool ok() const { return ok_; }
    bool at_end() const { return rest_.empty(); }
    char peek() const { return rest_.empty() ? '\0' : rest_.front(); }

    void literal(char c)
    {
        if (peek() != c) ok_ = false;
        if (ok_) rest_.remove_prefix(1);
    }

    bool take(char c)
    {
        if (!ok_ || peek() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }

    int number(std::size_t digits)
    {
        int value = 0;
        for (std::size_t i = 0; i < digits; ++i) {
            const char c = peek();
            if (c < '0' || c > '9') ok_ = false;
            if (!ok_) return 0;
            value = value * 10 + (c - '0');
            rest_.remove_prefix(1);
        }
        return value;
    }

    std::string_view word(std::size_t size)
    {
        if (rest_.size() < size) ok_ = false;
        if (!ok_) return {};
        const std::string_view result = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return result;
    }

    // Digits behind a decimal point, as a part of a second; what is finer than nanoseconds is lost.
    Duration fraction()
    {
        std::int64_t count = 0;
        std::int64_t worth = 100'000'000;
        if (peek() < '0' || peek() > '9') ok_ = false;
        for (; ok_ && peek() >= '0' && peek() <= '9'; worth /= 10) {
            count += (peek() - '0') * worth;
            rest_.remove_prefix(1);
        }
        return Duration(count);
    }

private:
    std::string_view rest_;
    bool ok_ = true;
};

struct Written {
    int year = 0;
    unsigned month = 0;
    unsigned day = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
    Duration fraction{};
    bool has_fraction = false;
    minutes offset{}; // of the local time from UTC
};

std::optional<LogTime> moment(const Written& written)
{
    const year_month_day date{year(written.year), month(written.month), day(written.day)};
    if (!date.ok() || written.year < 1970 || written.year > last_year) return {};
    constexpr int leap_second = 60;
    if (written.hour > 23 || written.minute > 59 || written.second > leap_second) return {};
    const Duration since_epoch = sys_days(date).time_since_epoch() + hours(written.hour) +
                                 minutes(written.minute) + seconds(written.second) +
                                 written.fraction - written.offset;
    if (since_epoch < Duration::zero()) return {};
    return LogTime{Instant(since_epoch), written.has_fraction};
}

unsigned month_of(std::string_view name)
{
    constexpr std::array<std::string_view, 12> names{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    for (unsigned i = 0; i < names.size(); ++i)
        if (names[i] == name) return i + 1;
    return 0;
}

void read_clock(Scanner& scanner, Written& written)
{
    written.hour = scanner.number(2);
    scanner.literal(':');
    written.minute = scanner.number(2);
    scanner.literal(':');
    written.second = scanner.number(2);
    if (scanner.peek() != '.' && scanner.peek() != ',') return;
    scanner.word(1);
    written.fraction = scanner.fraction();
    written.has_fraction = true;
}

// "Z", "+02:00", "+0200" or "+02".
void read_offset(Scanner& scanner, Written& written)
{
    if (scanner.take('Z') || scanner.take('z')) return;
    const bool west = scanner.peek() == '-';
    if (!west) scanner.literal('+');
    if (west) scanner.literal('-');
    const int hour = scanner.number(2);
    scanner.take(':');
    const int minute = scanner.at_end() ? 0 : scanner.number(2);
    written.offset = minutes((west ? -1 : 1) * (hour * 60 + minute));
}

std::optional<LogTime> common_time(std::string_view text)
{
    Scanner scanner(text);
    Written written;
    written.day = static_cast<unsigned>(scanner.number(2));
    scanner.literal('/');
    written.month = month_of(scanner.word(3));
    scanner.literal('/');
    written.year = scanner.number(4);
    scanner.literal(':');
    read_clock(scanner, written);
    scanner.literal(' ');
    read_offset(scanner, written);
    if (!scanner.ok() || !scanner.at_end()) return {};
    return moment(written);
}

std::optional<LogTime> iso_time(std::string_view text)
{
    Scanner scanner(text);
    Written written;
    written.year = scanner.number(4);
    scanner.literal('-');
    written.month = static_cast<unsigned>(scanner.number(2));
    scanner.literal('-');
    written.day = static_cast<unsigned>(scanner.number(2));
    if (!scanner.take('T') && !scanner.take('t')) scanner.literal(' ');
    read_clock(scanner, written);
    scanner.take(' ');
    read_offset(scanner, written);
    if (!scanner.ok() || !scanner.at_end()) return {};
    return moment(written);
}

// A count since 1970. Seconds have at most eleven digits before the point, milliseconds twelve or
// more: from September 2001 on the units cannot be confused.
std::optional<LogTime> counted_time(std::string_view text)
{
    const std::size_t point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    std::int64_t count = 0;
    const auto [end, fault] = std::from_chars(whole.data(), whole.data() + whole.size(), count);
    if (fault != std::errc{} || end != whole.data() + whole.size() || count < 0) return {};

    constexpr std::int64_t most_seconds = 100'000'000'000;
    std::int64_t unit = 1'000'000'000;
    for (std::int64_t rest = count; unit > 1 && rest >= most_seconds; rest /= 1000)
        unit /= 1000;
    constexpr std::int64_t year_seconds = 31'556'952;
    constexpr std::int64_t most_nanoseconds = (last_year - 1969) * year_seconds * 1'000'000'000;
    if (count > most_nanoseconds / unit) return {};
    LogTime time{Instant(Duration(count * unit)), unit < 1'000'000'000};
    if (point == text.npos) return time;

    Scanner scanner(text.substr(point + 1));
    const Duration fraction = scanner.fraction(); // of a second, or of the smaller unit
    if (!scanner.ok() || !scanner.at_end()) return {};
    time.at += Duration(fraction.count() / (1'000'000'000 / unit));
    time.has_fraction = true;
    return time;
}

} // namespace

std::optional<LogTime> parse_log_time(std::string_view text)
{
    if (text.size() > 2 && text[2] == '/') return common_time(text);
    if (text.size() > 4 && text[4] == '-') return iso_time(text);
    return counted_time(text);
}

} // namespace weir
