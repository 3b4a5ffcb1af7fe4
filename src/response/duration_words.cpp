#include "duration_words.hpp"

#include "decimal.hpp"

#include <array>
#include <string_view>

namespace weir {

namespace {

struct Unit {
    std::int64_t nanoseconds;
    std::string_view name;
};

constexpr std::int64_t second = 1'000'000'000;
constexpr std::array units{
    Unit{86'400 * second, "day"},
    Unit{3'600 * second, "hour"},
    Unit{60 * second, "minute"},
    Unit{second, "second"},
    Unit{second / 1000, "millisecond"},
    Unit{second / 1'000'000, "microsecond"},
    Unit{1, "nanosecond"},
};

} // namespace

void append_seconds(std::string& out, std::int64_t seconds)
{
    append_decimal(out, seconds);
    out += seconds == 1 ? " second" : " seconds";
}

void append_period(std::string& out, Duration period)
{
    for (const Unit& unit : units) {
        if (period.count() % unit.nanoseconds != 0) continue;
        const std::int64_t count = period.count() / unit.nanoseconds;
        if (count == 1) {
            out += unit.name;
            return;
        }
        append_decimal(out, count);
        out.append(" ").append(unit.name).append("s");
        return;
    }
}

} // namespace weir
