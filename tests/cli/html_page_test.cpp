#include "support/catch.hpp"

#include "captured.hpp"
#include "sample_config.hpp"

#include "cli/html_page.hpp"

#include <fstream>
#include <sstream>

using namespace weir;

namespace {

std::string text_of(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace

TEST_CASE("a page is written for every kind of arrivals", "[cli]")
{
    const SampleConfig config;
    const std::string log = config.write(
        "access.log", "192.0.2.1 - - [01/Dec/2026:08:00:00 +0000] \"GET /trial HTTP/1.1\" 200 5\n");
    const std::string arrivals = config.write("arrivals.csv", "1,anna\n2,bert\n");
    const Arguments kinds[] = {
        {"--route", "trial", "--arrivals", "poisson:6/s", "--for", "5s"},
        {"--route", "trial", "--arrivals-file", arrivals},
        {"--route", "trial", "--replay", log},
        {"--replay", log},
    };
    for (const Arguments& kind : kinds) {
        CAPTURE(kind);
        const std::string page = config.write("page.html", "");
        Arguments arguments{"simulate", "-c", config.path(), "--compare", "--html", page};
        arguments.insert(arguments.end(), kind.begin(), kind.end());
        const Called called = call(arguments);
        CAPTURE(called.err);
        CHECK(called.code == 0);
        CHECK_FALSE(called.out.empty());
        const std::string html = text_of(page);
        CHECK_THAT(html, ContainsSubstring("<svg class=\"chart traffic\""));
        CHECK_THAT(html, ContainsSubstring("<svg class=\"chart left\""));
        CHECK_THAT(html, ContainsSubstring("token_bucket, 10/s, capacity 20</h3>"));
        CHECK(html.ends_with("</html>\n"));
    }
}

TEST_CASE("nothing of a log's values is markup on the page", "[cli]")
{
    const SampleConfig config;
    const std::string hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    const std::string arrivals =
        config.write("arrivals.csv", "1," + hostile + "\n1," + hostile + ",99\n2,\"'&\n");
    const std::string page = config.write("page.html", "");
    CHECK(call({"simulate", "-c", config.path(), "--route", "trial", "--arrivals-file", arrivals,
                "--html", page})
              .code == 0);
    const std::string html = text_of(page);
    CHECK_THAT(html, ContainsSubstring("&lt;script&gt;alert(1)"));
    CHECK(html.find("<script") == html.npos);
    CHECK(html.find("<img") == html.npos);

    HtmlPage everywhere{.config = hostile, .source = hostile, .notes = {hostile}};
    SimulationReport report;
    report.route = hostile;
    report.arrivals = 1;
    report.limits.push_back({hostile, hostile, 0, 1});
    report.limits[0].refused_keys = {{hostile, 1}};
    report.limits[0].key.sources = {{.name = hostile}};
    report.limits[0].lacking = {1};
    report.algorithms.push_back({{}, 0, 0, hostile});
    report.history = History{};
    report.history->bucket = report.history->length = std::chrono::seconds(1);
    report.history->buckets = {{1, 0, 1}};
    report.history->remaining = {{hostile, hostile, 1, {{}}}};
    everywhere.routes = {report, report};
    const std::string built = to_html(everywhere);
    CHECK(built.find("<script") == built.npos);
    CHECK(built.find("<img") == built.npos);
}

TEST_CASE("a page that cannot be written is a failure", "[cli]")
{
    const SampleConfig config;
    const Called called = call({"simulate", "-c", config.path(), "--route", "trial", "--arrivals",
                                "poisson:6/s", "--for", "1s", "--html", "/nonexistent/page.html"});
    CHECK(called.code == 1);
    CHECK(called.out.empty());
    CHECK_THAT(called.err, ContainsSubstring("--html: /nonexistent/page.html cannot be written"));
}
