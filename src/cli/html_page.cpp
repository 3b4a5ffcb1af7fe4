#include "html_page.hpp"

#include "chart.hpp"
#include "html_style.hpp"
#include "replay_report.hpp"
#include "text_table.hpp"

#include <weir/base/units.hpp>
#include <weir/limit/limiters.hpp>

#include <algorithm>

namespace weir {

namespace {

std::string element(const char* name, std::string_view text)
{
    return std::string("<") + name + ">" + html_text(text) + "</" + name + ">\n";
}

// A table that scrolls by itself where it is too wide, also by keyboard. Cells of digits are set to
// the right.
class HtmlTable {
public:
    HtmlTable(std::string caption, const std::vector<std::string>& head)
        : caption_(std::move(caption))
    {
        rows_ = "<tr>";
        for (const std::string& name : head)
            rows_ += "<th scope=\"col\">" + html_text(name) + "</th>";
        rows_ += "</tr>\n";
    }

    void add(const std::vector<std::string>& cells)
    {
        rows_ += "<tr>";
        for (const std::string& cell : cells) {
            const bool is_count = cell.find_first_not_of("0123456789") == cell.npos;
            rows_ += (is_count ? "<td class=\"count\">" : "<td>") + html_text(cell) + "</td>";
        }
        rows_ += "</tr>\n";
    }

    std::string print() const
    {
        return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
               html_text(caption_) + "\"><table>\n" + element("caption", caption_) + rows_ +
               "</table></div>\n";
    }

private:
    std::string caption_;
    std::string rows_;
};

std::string swatch(const std::string& kind, const std::string& text)
{
    return "<li><span class=\"" + kind + "\"></span>" + html_text(text) + "</li>";
}

std::string line_swatch(std::size_t index, const std::string& text)
{
    return "<li><svg class=\"key\" viewBox=\"0 0 30 6\" aria-hidden=\"true\"><path "
           "class=\"remaining " +
           line_class(index) + "\" d=\"M0 3H30\"/></svg>" + html_text(text) + "</li>";
}

std::string folded(const char* summary, const std::string& content)
{
    return std::string("<details><summary>") + summary + "</summary>" + content + "</details>\n";
}

std::string history_table(const History& history, bool clock_times)
{
    HtmlTable table("requests per " + print_duration(history.bucket),
                    {"from", "arrivals", "admitted", "refused"});
    for (std::size_t i = 0; i < history.buckets.size(); ++i) {
        const History::Bucket& bucket = history.buckets[i];
        if (bucket.arrivals == 0) continue;
        const Duration at = history.bucket * static_cast<std::int64_t>(i);
        table.add({time_label(history, at, history.bucket, clock_times),
                   std::to_string(bucket.arrivals), std::to_string(bucket.admitted),
                   std::to_string(bucket.refused)});
    }
    return table.print();
}

std::string traffic_figure(const History& history, const ChartAxis& axis, const std::string& what)
{
    const std::string title = "Requests per " + print_duration(history.bucket) + ", " + what;
    std::string legend = swatch("arrivals", "arrivals") + swatch("admitted", "admitted") +
                         swatch("refused", "refused");
    const bool unjudged = std::ranges::any_of(history.buckets, [](const History::Bucket& bucket) {
        return bucket.arrivals > bucket.admitted + bucket.refused;
    });
    if (unjudged) legend += swatch("unjudged", "answered 400 for lack of a key");
    return "<figure>" + element("figcaption", title) + traffic_chart(history, axis, title) +
           "<ul class=\"legend\">" + legend + "</ul>\n" +
           folded("Numbers of this plot", history_table(history, axis.clock_times)) + "</figure>\n";
}

std::string remaining_figure(const History& history, const ChartAxis& axis, const std::string& what)
{
    if (history.remaining.empty()) return "";
    const std::string title = "Left to the busiest key, " + what;
    std::string name = title;
    std::string legend;
    for (std::size_t i = 0; i < history.remaining.size(); ++i) {
        const History::Follow& follow = history.remaining[i];
        const auto lowest = std::ranges::min_element(follow.points, {}, &History::Point::remaining);
        const std::string key = follow.key.empty() ? "" : ", " + follow.key;
        const std::string line = follow.limit + key + ": at least " +
                                 std::to_string(lowest->remaining) + " of " +
                                 std::to_string(follow.allowance);
        name += "; " + line;
        legend += line_swatch(i, line);
    }
    return "<figure>" + element("figcaption", title) + remaining_chart(history, axis, name) +
           "<ul class=\"legend\">" + legend + "</ul></figure>\n";
}

std::string plots(const History& history, const ChartAxis& axis, const std::string& what)
{
    return "<div class=\"plots\">\n" + traffic_figure(history, axis, what) +
           remaining_figure(history, axis, what) + "</div>\n";
}

std::string limits_table(const SimulationReport& route)
{
    HtmlTable table("Limits, deciding together", {"limit", "algorithm", "admitted", "refused"});
    for (const SimulationReport::LimitCount& limit : route.limits)
        table.add({limit.name, limit.algorithm, std::to_string(limit.admitted),
                   std::to_string(limit.refused)});
    return route.limits.empty() ? "" : table.print();
}

std::string refused_table(const SimulationReport& route)
{
    HtmlTable table("Keys refused most", {"limit", "key", "refused"});
    bool any = false;
    for (const SimulationReport::LimitCount& limit : route.limits)
        for (const SimulationReport::RefusedKey& key : limit.refused_keys) {
            if (key.key.empty()) continue; // arrivals without keys are one caller
            table.add({limit.name, key.key, std::to_string(key.refused)});
            any = true;
        }
    return any ? table.print() : "";
}

std::string lacking_list(const SimulationReport& route)
{
    std::string items;
    for (const SimulationReport::LimitCount& limit : route.limits)
        for (const std::string& note : lacking_notes(limit))
            items += element("li", note);
    return items.empty() ? "" : "<ul class=\"notes\">\n" + items + "</ul>\n";
}

std::string alone_section(const SimulationReport& route, const ChartAxis& axis)
{
    if (route.algorithms.empty()) return "";
    HtmlTable table("Each algorithm alone", {"algorithm", "numbers", "admitted", "refused"});
    std::string charts;
    for (const SimulationReport::Alone& one : route.algorithms) {
        const std::string name(algorithm_name(one.numbers.algorithm));
        const std::string numbers = limiter_numbers(one.numbers);
        if (!one.fault.empty()) {
            table.add({name, numbers, "not run: " + one.fault});
            continue;
        }
        table.add({name, numbers, std::to_string(one.admitted), std::to_string(one.refused)});
        if (one.history && route.arrivals > 0)
            charts += element("h3", name + ", " + numbers) + plots(*one.history, axis, name);
    }
    return table.print() + charts;
}

std::string route_section(const SimulationReport& route, std::size_t index, bool clock_times)
{
    const std::string id = "route" + std::to_string(index);
    std::string out = "<section aria-labelledby=\"" + id + "\">\n<h2 id=\"" + id + "\">Route " +
                      html_text(route.route) + "</h2>\n";
    HtmlTable counts("What became of the requests",
                     {"arrivals", "admitted", "refused", "delayed", "without a key (400)"});
    counts.add({std::to_string(route.arrivals), std::to_string(route.admitted),
                std::to_string(route.refused), std::to_string(route.delayed),
                std::to_string(route.missing_key)});
    out += counts.print() + limits_table(route);
    const ChartAxis axis{clock_times, route.history ? highest_bucket(*route.history) : 0};
    if (route.history && route.arrivals > 0)
        out += plots(*route.history, axis, "limits as configured");
    return out + refused_table(route) + lacking_list(route) + alone_section(route, axis) +
           "</section>\n";
}

std::string navigation(const std::vector<SimulationReport>& routes)
{
    if (routes.size() < 2) return "";
    std::string items;
    for (std::size_t i = 0; i < routes.size(); ++i)
        items += "<li><a href=\"#route" + std::to_string(i) + "\">" + html_text(routes[i].route) +
                 "</a>: " + std::to_string(routes[i].arrivals) + " arrivals, " +
                 std::to_string(routes[i].refused) + " refused</li>\n";
    return "<nav aria-label=\"Routes\"><ul>\n" + items + "</ul></nav>\n";
}

} // namespace

std::string to_html(const HtmlPage& page)
{
    std::string out =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        // Nothing may be loaded and nothing run, whatever a log's values might hold.
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'; img-src data:\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n";
    out += element("title", "weir simulate: " + page.source);
    out += "<style>" + std::string(page_style) + "</style>\n</head>\n<body>\n<header>\n";
    out += "<h1>Simulation of " + html_text(page.config) + "</h1>\n";
    out += element("p",
                   "Arrivals: " + page.source + ". " +
                       (page.clock_times ? "Times are UTC." : "Times are counted from the start."));
    if (!page.notes.empty()) {
        out += "<ul class=\"notes\">\n";
        for (const std::string& note : page.notes)
            out += element("li", note);
        out += "</ul>\n";
    }
    out += navigation(page.routes) + "</header>\n<main>\n";
    for (std::size_t i = 0; i < page.routes.size(); ++i)
        out += route_section(page.routes[i], i, page.clock_times);
    return out + "</main>\n</body>\n</html>\n";
}

} // namespace weir
