#include "chart.hpp"

#include "text_table.hpp"

#include <weir/base/units.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

namespace weir {

namespace {

using namespace std::chrono_literals;

// The drawing's own units; the page scales it to its width.
constexpr double width = 560;
constexpr double height = 230;
constexpr double left = 54;
constexpr double right = 14;
constexpr double top = 12;
constexpr double bottom = 30;
constexpr double plot_width = width - left - right;
constexpr double plot_height = height - top - bottom;
constexpr double base = top + plot_height;

std::string number(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

std::string attribute(const char* name, double value)
{
    return std::string(" ") + name + "=\"" + number(value) + "\"";
}

double as_double(Duration duration)
{
    return static_cast<double>(duration.count());
}

double x_of(const History& history, Duration at)
{
    return left + plot_width * as_double(at) / as_double(history.length);
}

double y_of(double value, double highest)
{
    return base - plot_height * value / highest;
}

std::string open_svg(std::string_view kind, std::string_view name)
{
    return "<svg class=\"chart " + std::string(kind) + "\" viewBox=\"0 0 " + number(width) + " " +
           number(height) + "\" role=\"img\" aria-label=\"" + html_text(name) + "\">\n";
}

std::string tick_text(double x, double y, const char* anchor, const std::string& text)
{
    return "<text" + attribute("x", x) + attribute("y", y) + " text-anchor=\"" + anchor + "\">" +
           text + "</text>\n";
}

std::string grid_line(double y)
{
    return "<line class=\"grid\"" + attribute("x1", left) + attribute("x2", width - right) +
           attribute("y1", y) + attribute("y2", y) + "/>\n";
}

// 1, 2 or 5 times a power of ten, so that at most five steps reach `highest`.
std::uint64_t count_step(std::uint64_t highest)
{
    constexpr std::uint64_t most_steps = 5;
    for (std::uint64_t power = 1;; power *= 10)
        for (const std::uint64_t digit : {1u, 2u, 5u})
            if (highest / (power * digit) < most_steps) return power * digit;
}

std::string count_axis(std::uint64_t highest)
{
    const std::uint64_t step = count_step(highest);
    std::string out;
    for (std::uint64_t value = 0; value <= highest; value += step) {
        const double y = y_of(static_cast<double>(value), static_cast<double>(highest));
        out += grid_line(y) + tick_text(left - 8, y + 4, "end", std::to_string(value));
    }
    return out;
}

std::string share_axis()
{
    std::string out;
    for (const int percent : {0, 25, 50, 75, 100}) {
        const double y = y_of(percent, 100);
        out += grid_line(y) + tick_text(left - 8, y + 4, "end", std::to_string(percent) + " %");
    }
    return out;
}

// A distance between times on the axis that reads well and leaves room for their labels.
Duration time_step(Duration length)
{
    constexpr std::array<Duration, 22> steps{1ms,   2ms,   5ms, 10ms, 50ms, 100ms, 500ms, 1s,
                                             2s,    5s,    10s, 15s,  30s,  1min,  5min,  10min,
                                             15min, 30min, 1h,  3h,   6h,   12h};
    constexpr std::int64_t most_labels = 6;
    for (const Duration step : steps)
        if (length / step <= most_labels) return step;
    constexpr Duration day = 24h;
    return day * (length / day / most_labels + 1);
}

std::string time_axis(const History& history, bool clock_times)
{
    const Duration step = time_step(history.length);
    const Duration since = clock_times ? history.start.time_since_epoch() : Duration::zero();
    std::string out;
    for (Duration at = (step - since % step) % step; at <= history.length; at += step) {
        const double x = x_of(history, at);
        out += "<line class=\"tick\"" + attribute("x1", x) + attribute("x2", x) +
               attribute("y1", base) + attribute("y2", base + 5) + "/>\n";
        // A label at the end would stick out.
        const char* anchor = x > width - right - 25 ? "end" : "middle";
        out += tick_text(x, base + 20, anchor, time_label(history, at, step, clock_times));
    }
    return out;
}

std::string bar(const char* kind, double x, double bar_width, double from, double to)
{
    constexpr double least_height = 0.05; // less would be written as 0
    if (from - to < least_height) return "";
    return std::string("<rect class=\"") + kind + "\"" + attribute("x", x) + attribute("y", to) +
           attribute("width", bar_width) + attribute("height", from - to) + "/>";
}

std::string bucket_title(const History& history, std::size_t index, bool clock_times)
{
    const History::Bucket& bucket = history.buckets[index];
    const Duration at = history.bucket * static_cast<std::int64_t>(index);
    return "<title>" + time_label(history, at, history.bucket, clock_times) + ": " +
           std::to_string(bucket.arrivals) + " arrived, " + std::to_string(bucket.admitted) +
           " admitted, " + std::to_string(bucket.refused) + " refused</title>";
}

std::string bucket_bars(const History& history, std::size_t index, const ChartAxis& axis)
{
    const History::Bucket& bucket = history.buckets[index];
    if (bucket.arrivals == 0) return "";
    const Duration at = history.bucket * static_cast<std::int64_t>(index);
    const double whole = plot_width / static_cast<double>(history.buckets.size());
    const double gap = std::min(1.0, whole / 5);
    const double x = x_of(history, at) + gap / 2;
    const auto y = [&](std::uint64_t count) {
        return y_of(static_cast<double>(count), static_cast<double>(axis.highest));
    };
    const double judged = y(bucket.admitted + bucket.refused);
    return "<g>" + bucket_title(history, index, axis.clock_times) +
           bar("admitted", x, whole - gap, base, y(bucket.admitted)) +
           bar("refused", x, whole - gap, y(bucket.admitted), judged) +
           bar("unjudged", x, whole - gap, judged, y(bucket.arrivals)) + "</g>\n";
}

// The steps of all arrivals over the bars.
std::string arrivals_line(const History& history, std::uint64_t highest)
{
    std::string path = "M" + number(left) + " " + number(base);
    for (std::size_t i = 0; i < history.buckets.size(); ++i) {
        const Duration at = history.bucket * static_cast<std::int64_t>(i);
        path += "V" + number(y_of(static_cast<double>(history.buckets[i].arrivals),
                                  static_cast<double>(highest)));
        path += "H" + number(x_of(history, at + history.bucket));
    }
    return "<path class=\"arrivals\" d=\"" + path + "\"/>\n";
}

std::string remaining_line(const History& history, const History::Follow& follow, std::size_t index)
{
    std::string path;
    for (const History::Point& point : follow.points) {
        const Duration at = std::min(point.at, history.length);
        path += (path.empty() ? "M" : "L") + number(x_of(history, at)) + " " +
                number(y_of(static_cast<double>(point.remaining),
                            static_cast<double>(follow.allowance)));
    }
    return "<path class=\"remaining " + line_class(index) + "\" d=\"" + path + "\"><title>" +
           html_text(follow.limit + ", " + follow.key) + "</title></path>\n";
}

} // namespace

std::string traffic_chart(const History& history, const ChartAxis& axis, std::string_view name)
{
    ChartAxis scaled = axis;
    scaled.highest = std::max<std::uint64_t>({axis.highest, highest_bucket(history), 1});
    std::string out = open_svg("traffic", name) + count_axis(scaled.highest);
    for (std::size_t i = 0; i < history.buckets.size(); ++i)
        out += bucket_bars(history, i, scaled);
    return out + arrivals_line(history, scaled.highest) + time_axis(history, axis.clock_times) +
           "</svg>\n";
}

std::string remaining_chart(const History& history, const ChartAxis& axis, std::string_view name)
{
    std::string out = open_svg("left", name) + share_axis();
    for (std::size_t i = 0; i < history.remaining.size(); ++i)
        out += remaining_line(history, history.remaining[i], i);
    return out + time_axis(history, axis.clock_times) + "</svg>\n";
}

std::uint64_t highest_bucket(const History& history)
{
    const auto highest = std::ranges::max_element(history.buckets, {}, &History::Bucket::arrivals);
    return highest == history.buckets.end() ? 0 : highest->arrivals;
}

std::string time_label(const History& history, Duration at, Duration step, bool clock_times)
{
    if (!clock_times) return at == Duration::zero() ? "0s" : print_duration(at);
    const Duration since_epoch = history.start.time_since_epoch() + at;
    const std::time_t seconds = since_epoch / 1s;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    const char* form = step % 24h == 0s ? "%b %e" : step % 1min == 0s ? "%H:%M" : "%H:%M:%S";
    char text[32];
    std::size_t size = std::strftime(text, sizeof text, form, &parts);
    if (step % 1s != 0s)
        size += static_cast<std::size_t>(std::snprintf(text + size, sizeof text - size, ".%03d",
                                                       static_cast<int>(since_epoch % 1s / 1ms)));
    return std::string(text, size);
}

std::string line_class(std::size_t index)
{
    constexpr std::size_t styles = 6;
    return "line" + std::to_string(index % styles);
}

std::string html_text(std::string_view text)
{
    std::string out;
    for (const char c : printable(text)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

} // namespace weir
