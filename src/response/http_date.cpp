#include <weir/response/refusal.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>

namespace weir {

namespace {

constexpr std::size_t date_size = 29;

void put_two_digits(char* out, unsigned number)
{
    out[0] = static_cast<char>('0' + number / 10);
    out[1] = static_cast<char>('0' + number % 10);
}

// English names and a fixed width whatever the locale.
void format_date(std::int64_t wall_seconds, char* out)
{
    using namespace std::chrono;
    constexpr char days[] = "SunMonTueWedThuFriSat";
    constexpr char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

    const sys_seconds at{seconds{wall_seconds}};
    const sys_days day = floor<std::chrono::days>(at);
    const year_month_day date{day};
    const auto second_of_day = static_cast<unsigned>((at - day).count());
    const auto year = static_cast<unsigned>(static_cast<int>(date.year()));

    std::memcpy(out, "Sun, 00 Jan 0000 00:00:00 GMT", date_size);
    std::memcpy(out, days + std::size_t{weekday{day}.c_encoding()} * 3, 3);
    put_two_digits(out + 5, static_cast<unsigned>(date.day()));
    std::memcpy(out + 8, months + (std::size_t{static_cast<unsigned>(date.month())} - 1) * 3, 3);
    put_two_digits(out + 12, year / 100);
    put_two_digits(out + 14, year % 100);
    put_two_digits(out + 17, second_of_day / 3600);
    put_two_digits(out + 20, second_of_day / 60 % 60);
    put_two_digits(out + 23, second_of_day % 60);
}

struct FormattedSecond {
    std::int64_t wall_seconds = -1;
    char text[date_size];
};

} // namespace

void write_http_date(std::int64_t wall_seconds, char* out)
{
    constexpr std::int64_t last = 253'402'300'799; // the end of the year 9999
    wall_seconds = std::clamp<std::int64_t>(wall_seconds, 0, last);

    // All answers of a second carry the same date, so each thread remembers the one it wrote last.
    thread_local FormattedSecond formatted;
    if (formatted.wall_seconds != wall_seconds) {
        format_date(wall_seconds, formatted.text);
        formatted.wall_seconds = wall_seconds;
    }
    std::memcpy(out, formatted.text, date_size);
}

} // namespace weir
