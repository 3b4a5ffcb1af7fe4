#include "support/catch.hpp"

#include <weir/simulate/access_log.hpp>
#include <weir/simulate/arrivals.hpp>

#include <algorithm>
#include <random>

using namespace weir;
using namespace std::chrono_literals;

namespace {

// A line at a second of 2026-12-01T08:00, told by its path.
std::string common(int second, const std::string& path)
{
    const std::string two = (second < 10 ? "0" : "") + std::to_string(second);
    return "192.0.2.1 - - [01/Dec/2026:08:00:" + two + " +0000] \"GET " + path +
           " HTTP/1.1\" 200 5\n";
}

std::string json(const std::string& time, const std::string& path)
{
    return R"({"ts":")" + time + R"(","type":"access","client":"192.0.2.1","method":"GET",)" +
           R"("target":")" + path + "\"}\n";
}

struct Seen {
    Duration at; // since 2026-12-01T08:00
    std::string path;

    bool operator==(const Seen&) const = default;
};

std::vector<Seen> seen(const AccessLog& log)
{
    const Instant start{std::chrono::seconds(1'796'112'000)};
    std::vector<Seen> all;
    for (const LoggedRequest& request : log.requests)
        all.push_back({request.at - start, request.head.substr(4, request.head.find(' ', 4) - 4)});
    return all;
}

} // namespace

TEST_CASE("requests of an access log come in order of time", "[simulate]")
{
    const auto log = read_access_log(
        json("2026-12-01T08:00:02.500Z", "/c") + json("2026-12-01T08:00:01.000Z", "/a") +
            json("2026-12-01T08:00:02.500Z", "/d") + json("2026-12-01T08:00:01.250Z", "/b"),
        "log");
    REQUIRE(log);
    CHECK_FALSE(log->spread);
    CHECK(seen(*log) ==
          std::vector<Seen>{{1s, "/a"}, {1250ms, "/b"}, {2500ms, "/c"}, {2500ms, "/d"}});
}

TEST_CASE("requests of one second are spread evenly where a log has seconds only", "[simulate]")
{
    const auto log = read_access_log(common(3, "/d") + common(1, "/a") + common(1, "/b") +
                                         common(2, "/c") + common(3, "/e") + common(3, "/f"),
                                     "log");
    REQUIRE(log);
    CHECK(log->spread);
    CHECK(seen(*log) == std::vector<Seen>{{1s, "/a"},
                                          {1500ms, "/b"},
                                          {2s, "/c"},
                                          {3s, "/d"},
                                          {3s + 333'333'333ns, "/e"},
                                          {3s + 666'666'666ns, "/f"}});
}

TEST_CASE("one time with a fraction shows that the log has them", "[simulate]")
{
    const auto log = read_access_log(
        common(1, "/a") + common(1, "/b") + json("2026-12-01T08:00:01.000Z", "/c"), "log");
    REQUIRE(log);
    CHECK_FALSE(log->spread);
    CHECK(seen(*log) == std::vector<Seen>{{1s, "/a"}, {1s, "/b"}, {1s, "/c"}});
}

TEST_CASE("lines that cannot be read are counted and the first of them told", "[simulate]")
{
    std::string text = "\xef\xbb\xbf" + common(1, "/a") + "\n  \r\n";
    for (int i = 0; i < 7; ++i)
        text += "nonsense\n{\"unfinished\n";
    text += "{\"level\":\"info\",\"msg\":\"started\"}\n";
    text += common(2, "/b").substr(0, common(2, "/b").size() - 1) + "\r\n";
    const auto log = read_access_log(text, "log");
    REQUIRE(log);
    CHECK(log->requests.size() == 2);
    CHECK(log->malformed == 14);
    CHECK(log->others == 1);
    REQUIRE(log->first_malformed.size() == AccessLog::most_told);
    CHECK(log->first_malformed[0].line == 4);
    CHECK(log->first_malformed[0].reason == "it is neither Common Log Format nor JSON");
    CHECK(log->first_malformed[1].line == 5);
    CHECK(log->first_malformed[1].reason == "it is not a JSON object");
}

TEST_CASE("a text without a single request is an error", "[simulate]")
{
    struct Row {
        std::string text;
        const char* message;
    };
    const Row rows[] = {
        {"", "a.log: no line is an access log's"},
        {"\n\n", "a.log: no line is an access log's"},
        {"\nnonsense\n", "a.log: no line is an access log's; line 2: it is neither"},
        {"{\"msg\":\"started\"}", "a.log: no line is an access log's"},
        {"\x1f\x8b\x08 and so on", "zcat FILE | weir simulate ... --replay -"},
    };
    for (const Row& row : rows) {
        const auto log = read_access_log(row.text, "a.log");
        REQUIRE_FALSE(log);
        CHECK_THAT(log.error().message, ContainsSubstring(row.message));
    }
}

TEST_CASE("lines of a megabyte are borne", "[simulate]")
{
    constexpr std::size_t megabyte = 1 << 20;
    const std::string filling[] = {
        std::string(megabyte, 'a'),    std::string(megabyte, ' '),  std::string(megabyte, '"'),
        std::string(megabyte, '\\'),   std::string(megabyte, '['),  std::string(megabyte, '{'),
        std::string(megabyte, '\xff'), std::string(megabyte, '\0'),
    };
    std::string text = common(1, "/a");
    for (const std::string& fill : filling) {
        text += fill + "\n" + common(2, "/" + fill) + fill + common(3, "/b");
        text += "192.0.2.1 - " + fill + " [01/Dec/2026:08:00:04 +0000] \"GET / HTTP/1.1\" 200 5\n";
        text += json("2026-12-01T08:00:05.000Z", "/" + fill);
    }
    const auto log = read_access_log(text, "log");
    REQUIRE(log);
    CHECK(log->requests.size() > 1);
    CHECK(log->malformed > 1);
}

TEST_CASE("progress is told while a log is read", "[simulate]")
{
    std::string text;
    for (int i = 0; i < 10'000; ++i)
        text += common(i % 60, "/a");
    std::uint64_t before = 0;
    int times = 0;
    const auto log = read_access_log(text, "log", [&](std::uint64_t done, std::uint64_t all) {
        CHECK(done > before);
        CHECK(all == text.size());
        before = done;
        ++times;
    });
    CHECK(log.ok());
    CHECK(times == 2);
}

// Whatever a line holds, it is read or refused; and what is read keeps the promises that replay
// relies on.
TEST_CASE("mutated lines are read or refused, never worse", "[simulate]")
{
    const std::vector<std::string> seeds = {
        common(7, "/a?b=c"),
        R"(a.test 2001:db8::1 - anna [01/Dec/2026:08:00:07 +0000] )"
        R"("GET /\x22\" HTTP/2.0" 200 5 "-" "x\\" "y")",
        json("2026-12-01T08:00:01.250Z", "/a"),
        R"({"ts":1796112000.5,"request":{"client_ip":"192.0.2.1","method":"GET","host":"a.test",)"
        R"("uri":"/a","headers":{"X-Api-Key":["k1","k2"],"Authorization":["REDACTED"]}},)"
        R"("user_id":"u"})",
    };
    const std::vector<std::string> fragments = {
        "\"", "\\",      "\\x22",    "\\x0a",  "\\\"", "[",     "]",        "] \"",
        " [", "{",       "}",        ":",      "null", "-",     "1e999",    "\r",
        "\n", "\xff",    "HTTP/1.1", " ",      "::",   "%",     "99",       "T",
        "+",  "\\u0000", "\\ud800",  "\\r\\n", "[[[[", "http_", "request_A"};
    std::mt19937_64 random(2026);
    int read = 0;
    for (int round = 0; round < 40'000; ++round) {
        std::string line = seeds[random() % seeds.size()];
        for (std::size_t n = 1 + random() % 4; n > 0; --n) {
            const std::size_t at = random() % (line.size() + 1);
            switch (random() % 4) {
            case 0:
                line.insert(at, fragments[random() % fragments.size()]);
                break;
            case 1:
                line.erase(at, random() % 8);
                break;
            case 2:
                if (at < line.size()) line[at] = static_cast<char>(random() % 256);
                break;
            default:
                line.resize(at);
            }
        }
        const auto log = read_access_log(line, "log");
        if (!log) continue;
        ++read;
        for (const LoggedRequest& request : log->requests) {
            REQUIRE(request.at >= Instant{});
            REQUIRE(request.head.ends_with("\r\n\r\n"));
            // One head, not two.
            REQUIRE(request.head.find("\r\n\r\n") == request.head.size() - 4);
            REQUIRE(std::ranges::count(request.head, '\n') ==
                    std::ranges::count(request.head, '\r'));
        }
        REQUIRE(std::ranges::is_sorted(log->requests, {}, &LoggedRequest::at));
    }
    CHECK(read > 1000);
}
