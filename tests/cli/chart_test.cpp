#include "support/catch.hpp"

#include "cli/chart.hpp"

#include <algorithm>

using namespace weir;
using namespace std::chrono_literals;

namespace {

History sample_history()
{
    History history;
    history.start = Instant(std::chrono::seconds(1'796'112'000)); // 2026-12-01T08:00:00Z
    history.bucket = 15min;
    history.length = 1h;
    history.buckets = {{4, 4, 0}, {10, 6, 4}, {0, 0, 0}, {3, 1, 1}};
    history.remaining = {{"burst", "ip:192.0.2.1", 10, {{0s, 10}, {30min, 0}, {1h, 5}}}};
    return history;
}

std::size_t count(const std::string& text, std::string_view part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

} // namespace

TEST_CASE("a bar is drawn for each kind that a bucket has", "[cli]")
{
    const std::string svg = traffic_chart(sample_history(), {.clock_times = true}, "traffic");
    CHECK(count(svg, "<rect class=\"admitted\"") == 3);
    CHECK(count(svg, "<rect class=\"refused\"") == 2);
    CHECK(count(svg, "<rect class=\"unjudged\"") == 1);
    CHECK(count(svg, "<path class=\"arrivals\"") == 1);
    CHECK_THAT(svg, ContainsSubstring("<title>08:15: 10 arrived, 6 admitted, 4 refused</title>"));
    CHECK_THAT(svg, ContainsSubstring("role=\"img\" aria-label=\"traffic\""));
    // The highest bucket reaches the top: 188 units high, of which 6 in 10 were admitted.
    CHECK_THAT(svg, ContainsSubstring("y=\"87.2\" width=\"122.0\" height=\"112.8\"/>"));
}

TEST_CASE("plots with one scale can be compared", "[cli]")
{
    const std::string svg =
        traffic_chart(sample_history(), {.clock_times = true, .highest = 20}, "traffic");
    CHECK_THAT(svg, ContainsSubstring("height=\"56.4\"/>")); // 6 of 20
    CHECK_THAT(svg, ContainsSubstring(">20</text>"));
}

TEST_CASE("what is left is a line for each limit", "[cli]")
{
    const std::string svg = remaining_chart(sample_history(), {}, "left");
    CHECK(count(svg, "<path class=\"remaining line0\"") == 1);
    CHECK_THAT(svg, ContainsSubstring("d=\"M54.0 12.0L300.0 200.0L546.0 106.0\""));
    CHECK_THAT(svg, ContainsSubstring("<title>burst, ip:192.0.2.1</title>"));
    CHECK_THAT(svg, ContainsSubstring(">100 %</text>"));
}

TEST_CASE("a history of nothing can be drawn", "[cli]")
{
    History history;
    history.bucket = history.length = 1ms;
    history.buckets.resize(1);
    CHECK_THAT(traffic_chart(history, {}, "none"), ContainsSubstring("</svg>"));
    CHECK_THAT(remaining_chart(history, {}, "none"), ContainsSubstring("</svg>"));
}

TEST_CASE("the largest counts have an axis", "[cli]")
{
    History history = sample_history();
    history.buckets[1] = {5'000'000, 5'000'000, 0};
    const std::string svg = traffic_chart(history, {}, "much");
    CHECK_THAT(svg, ContainsSubstring(">4000000</text>"));
    CHECK(count(svg, "<text") < 20);
    CHECK(count(svg, "<rect") == 1); // the others are too low to be seen
}

TEST_CASE("times are written as the step between them asks for", "[cli]")
{
    const History history = sample_history();
    struct Row {
        Duration at;
        Duration step;
        bool clock_times;
        const char* expected;
    };
    const Row rows[] = {
        {0s, 15min, true, "08:00"},
        {61s, 1s, true, "08:01:01"},
        {10ms, 5ms, true, "08:00:00.010"},
        {24h, 24h, true, "Dec  2"},
        {0s, 1s, false, "0s"},
        {90s, 30s, false, "90s"},
        {1500ms, 500ms, false, "1500ms"},
    };
    for (const Row& row : rows)
        CHECK(time_label(history, row.at, row.step, row.clock_times) == row.expected);
}

TEST_CASE("no text gets out of its element", "[cli]")
{
    CHECK(html_text("</script><b a='c' d=\"e\">&amp;") ==
          "&lt;/script&gt;&lt;b a=&#39;c&#39; d=&quot;e&quot;&gt;&amp;amp;");
    CHECK(html_text(std::string("a\0\n\x1b[31m\xff", 9)) == "a\\x00\\x0A\\x1B[31m\\xFF");
}
