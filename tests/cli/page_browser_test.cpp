// The page of `weir simulate --html` in a real Chromium. Without one the test says so, which ctest
// takes for "skipped".
#include "support/browser.hpp"
#include "support/catch.hpp"
#include "support/program.hpp"
#include "support/temp_dir.hpp"

#include <iostream>

using namespace weir;

namespace {

using Json = nlohmann::json;

constexpr int width = 800;

// A page written by the binary, and the browser to look at it.
class Page {
public:
    explicit Page(const std::string& program) : browser(program) {}

    void write(const std::string& arguments)
    {
        const std::string config = folder_.write("weir.yaml", R"(
listen: 127.0.0.1:0
upstreams: { api: 127.0.0.1:9000 }
routes:
  - name: trial
    match: /**
    upstream: api
    limits:
      - { name: window, key: ip, algorithm: fixed_window, limit: 10, window: 1s }
      - { name: bucket, key: { source: query, param: k }, algorithm: token_bucket, rate: 10/s }
)");
        const ProgramRun run =
            run_program("weir simulate -c " + config + " --html " + path_ + " " + arguments);
        INFO(run.output);
        REQUIRE(run.status == 0);
    }

    void open(const std::string& scheme)
    {
        browser.set_view(scheme, width, 1000);
        browser.open("file://" + path_);
    }

    std::string log(const std::string& text) const { return folder_.write("access.log", text); }
    std::string url() const { return "file://" + path_; }

    Browser browser;

private:
    TempDir folder_;
    std::string path_ = folder_.path("page.html");
};

std::optional<std::string> program_or_skip()
{
    const std::optional<std::string> program = Browser::find();
    if (!program)
        std::cout << "skipped: no Chromium found; install chromium-headless-shell or chromium, or "
                     "name one in WEIR_CHROMIUM\n";
    return program;
}

// What is drawn, and what sticks out.
constexpr const char* look = R"js((() => {
    const boxes = (chart, kind) =>
        [...chart.querySelectorAll(kind)].map(shape => shape.getBoundingClientRect());
    const charts = kind => [...document.querySelectorAll('svg.' + kind)];
    const height = list => list.reduce((sum, box) => sum + box.height, 0);
    const inside = element => element.closest('.scroll') !== null;
    return {
        traffic: charts('traffic').map(chart => {
            const admitted = boxes(chart, 'rect.admitted'), refused = boxes(chart, 'rect.refused');
            return {
                admitted: admitted.length, refused: refused.length,
                flat: [...admitted, ...refused].filter(b => b.width <= 0 || b.height <= 0).length,
                admitted_height: height(admitted), refused_height: height(refused),
                rows: chart.closest('figure').querySelectorAll('details tr').length - 1,
                line: boxes(chart, 'path.arrivals').map(b => [b.width, b.height]),
            };
        }),
        left: charts('left').map(chart =>
            boxes(chart, 'path.remaining').map(b => [b.width, b.height])),
        labels: [...document.querySelectorAll('svg.chart')].map(chart =>
            chart.getAttribute('aria-label')),
        page_width: document.documentElement.scrollWidth,
        wide: [...document.querySelectorAll('body *')].filter(element =>
            !inside(element) && element.getBoundingClientRect().right > innerWidth + 0.5)
            .map(element => element.outerHTML.slice(0, 80)),
        ground: getComputedStyle(document.body).backgroundColor,
        text: getComputedStyle(document.body).color,
        admitted_fill: getComputedStyle(document.querySelector('rect.admitted')).fill,
        refused_fill: getComputedStyle(document.querySelector('rect.refused')).fill,
    };
})())js";

// The screenshot's pixels: how many are of each colour that is asked for, and the most common one's
// share. Decoded by the browser, on an empty page.
Json pixels(Browser& browser, const std::string& png, const Json& colours)
{
    browser.open("about:blank");
    return browser.evaluate("(async () => {\n"
                            "const colours = " +
                            colours.dump() + ";\nconst png = '" + png + R"js(';
        const image = new Image();
        image.src = 'data:image/png;base64,' + png;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.width;
        canvas.height = image.height;
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const data = context.getImageData(0, 0, image.width, image.height).data;
        const counts = new Map();
        for (let i = 0; i < data.length; i += 4) {
            const colour = `rgb(${data[i]}, ${data[i + 1]}, ${data[i + 2]})`;
            counts.set(colour, (counts.get(colour) || 0) + 1);
        }
        return {
            width: image.width,
            different: counts.size,
            most: Math.max(...counts.values()) / (image.width * image.height),
            asked: colours.map(colour => counts.get(colour) || 0),
        };
    })())js");
}

void check_drawn(const Json& seen)
{
    REQUIRE(seen["traffic"].size() == 7); // as configured, and six algorithms alone
    REQUIRE(seen["left"].size() == 7);
    for (const Json& chart : seen["traffic"]) {
        CHECK(chart["admitted"].get<int>() > 20);
        CHECK(chart["flat"] == 0);
        CHECK(chart["rows"].get<int>() >= chart["admitted"].get<int>());
        CHECK(chart["line"].size() == 1);
        CHECK(chart["line"][0][0].get<double>() > 200);
    }
    // 178 admitted and 6 refused: the bars' heights say the same.
    const Json& configured = seen["traffic"][0];
    const double proportion =
        configured["admitted_height"].get<double>() / configured["refused_height"].get<double>();
    CHECK(proportion > 0.98 * 178 / 6);
    CHECK(proportion < 1.02 * 178 / 6);
    CHECK(seen["left"][0].size() == 2); // two limits
    for (const Json& chart : seen["left"])
        for (const Json& line : chart) {
            CHECK(line[0].get<double>() > 200);
            CHECK(line[1].get<double>() > 10);
        }
    for (const Json& label : seen["labels"])
        CHECK_FALSE(label.get<std::string>().empty());
}

} // namespace

TEST_CASE("the page shows its plots in both colour schemes", "[cli][browser]")
{
    const std::optional<std::string> program = program_or_skip();
    if (!program) return;
    Page page(*program);
    page.write("--route trial --arrivals poisson:6/s --for 30s --seed 42 --compare");

    std::vector<std::string> grounds;
    for (const char* scheme : {"light", "dark"}) {
        CAPTURE(scheme);
        page.open(scheme);
        const Json seen = page.browser.evaluate(look);
        check_drawn(seen);
        CHECK(seen["page_width"].get<int>() <= width);
        CHECK(seen["wide"] == Json::array());
        grounds.push_back(seen["ground"]);
        CHECK(seen["admitted_fill"] != seen["ground"]);
        CHECK(seen["refused_fill"] != seen["ground"]);
        CHECK(seen["refused_fill"] != seen["admitted_fill"]);

        CHECK(page.browser.take_complaints() == std::vector<std::string>{});
        // Nothing but the page itself is asked for, from anywhere.
        for (const std::string& request : page.browser.take_requests())
            CHECK((request == page.url() || request.starts_with("data:")));

        const Json colours = {seen["ground"], seen["admitted_fill"], seen["refused_fill"]};
        const Json found = pixels(page.browser, page.browser.screenshot(), colours);
        CHECK(found["width"] == width);
        CHECK(found["different"].get<int>() > 20);
        CHECK(found["most"].get<double>() < 0.98);
        CHECK(found["asked"][0].get<int>() > 100'000);
        CHECK(found["asked"][1].get<int>() > 1000);
        CHECK(found["asked"][2].get<int>() > 100);
        page.browser.take_complaints();
        page.browser.take_requests();
    }
    CHECK(grounds == std::vector<std::string>{"rgb(255, 255, 255)", "rgb(20, 24, 29)"});
}

TEST_CASE("the page can be used by keyboard", "[cli][browser]")
{
    const std::optional<std::string> program = program_or_skip();
    if (!program) return;
    Page page(*program);
    page.write("--route trial --arrivals poisson:6/s --for 30s");
    page.open("light");
    bool reached = false;
    for (int i = 0; i < 20 && !reached; ++i) {
        page.browser.press("Tab");
        reached = page.browser.evaluate("document.activeElement.tagName") == "SUMMARY";
    }
    REQUIRE(reached);
    page.browser.press("Enter");
    CHECK(page.browser.evaluate("document.activeElement.parentElement.open") == true);
    CHECK(page.browser
              .evaluate("document.querySelector('details table').getBoundingClientRect()"
                        ".height")
              .get<double>() > 100);
    CHECK(page.browser.evaluate("document.documentElement.scrollWidth").get<int>() <= width);
}

TEST_CASE("what a log holds does nothing on the page", "[cli][browser]")
{
    const std::optional<std::string> program = program_or_skip();
    if (!program) return;
    Page page(*program);
    const std::string key = "</script><script>window.hit=1</script><img/src=x/onerror=alert(1)>";
    std::string log;
    for (int i = 0; i < 40; ++i)
        log += R"({"ts":1796112000.)" + std::to_string(10 + i) +
               R"(,"client":"192.0.2.1","method":"GET","target":"/%3Cscript%3E?k=)" +
               std::string(300, 'a') + "%3Cimg+src=x%3E%3Cscript%3Ewindow.hit=1%3C/script%3E\"}\n";
    page.write("--replay " + page.log(log + "{\"x" + key + "\n" + key + "\n"));
    page.open("light");
    CHECK(page.browser.evaluate("typeof window.hit") == "undefined");
    CHECK(page.browser.evaluate("document.querySelectorAll('script, img').length") == 0);
    CHECK(page.browser.evaluate("document.documentElement.scrollWidth").get<int>() <= width);
    CHECK(page.browser.take_complaints() == std::vector<std::string>{});
}
