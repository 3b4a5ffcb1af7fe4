#include "support/catch.hpp"

#include "captured.hpp"
#include "sample_config.hpp"

#include "cli/replay_report.hpp"

#include <nlohmann/json.hpp>

using namespace weir;

namespace {

using Json = nlohmann::json;

std::string line(const std::string& second, const std::string& request)
{
    return "192.0.2.1 - - [01/Dec/2026:08:00:" + second + " +0000] \"" + request +
           "\" 200 5 \"-\" \"curl/8\"\n";
}

// 25 requests for /trial within a second, three for reports, others that go nowhere.
std::string sample_log()
{
    std::string text;
    for (int i = 0; i < 25; ++i)
        text += line("01", "GET /trial HTTP/1.1");
    for (const char* request :
         {"GET /v1/reports/7 HTTP/1.1", "GET /v1/reports/7 HTTP/1.1", "GET /v1/reports/8 HTTP/1.1",
          "POST /v1/reports/7 HTTP/1.1", "GET /nowhere HTTP/1.1", "GET /strict HTTP/1.1",
          "GET /a\\x22 HTTP/1.1", "\\x16\\x03"})
        text += line("02", request);
    return text;
}

Called replayed(const SampleConfig& config, const Arguments& more)
{
    Arguments arguments{"simulate", "-c", config.path(), "--replay",
                        config.write("access.log", sample_log())};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return call(arguments);
}

} // namespace

TEST_CASE("a replay's JSON holds every route and what the log lacked", "[cli]")
{
    const SampleConfig config;
    const Called called = replayed(config, {"--json"});
    CAPTURE(called.err);
    REQUIRE(called.code == 0);
    const Json json = Json::parse(called.out);
    CHECK(json["log"] == Json::parse(R"({
        "requests": 32, "first": "2026-12-01T08:00:01Z", "last": "2026-12-01T08:00:02Z",
        "spread_within_seconds": true, "malformed": 1,
        "first_malformed": [{"line": 33, "reason": "there is no request"}], "other_lines": 0,
        "no_route": 1, "wrong_method": 1, "answered_early": 1, "other_routes": 0,
        "without_host": 0})"));
    REQUIRE(json["routes"].size() == 4);
    CHECK(json["routes"][0] == Json::parse(R"({
        "route": "reports", "arrivals": 3, "admitted": 3, "refused": 0, "delayed": 0,
        "missing_key": 0, "exempt": 0, "limits": [
            {"name": "per-key", "algorithm": "token_bucket", "admitted": 3, "refused": 0,
             "lacking": [{"key": "api_key", "requests": 3}], "missing": "ip", "refused_keys": []},
            {"name": "per-pair", "algorithm": "fixed_window", "admitted": 0, "refused": 0,
             "lacking": [{"key": "pair", "requests": 3}], "missing": "skip",
             "refused_keys": []}]})"));
    CHECK(json["routes"][1]["route"] == "strict");
    CHECK(json["routes"][1]["missing_key"] == 1);
    CHECK(json["routes"][2]["route"] == "trial");
    CHECK(json["routes"][2]["admitted"] == 10);
    CHECK(json["routes"][2]["refused"] == 15);
    CHECK(json["routes"][2]["limits"][0]["refused_keys"] ==
          Json::parse(R"([{"key": "ip:192.0.2.1", "refused": 15}])"));
    CHECK(json["routes"][3]["limits"].empty());
}

TEST_CASE("a replay of one route has a simulation's fields", "[cli]")
{
    const SampleConfig config;
    const Called called = replayed(config, {"--json", "--route", "trial", "--compare"});
    REQUIRE(called.code == 0);
    const Json json = Json::parse(called.out);
    CHECK(json["route"] == "trial");
    CHECK(json["arrivals"] == 25);
    CHECK(json["limits"][0]["name"] == "window");
    CHECK(json["algorithms"].size() == 6);
    CHECK(json["log"]["other_routes"] == 4);
}

TEST_CASE("a replay's report reads well", "[cli]")
{
    const SampleConfig config;
    const Called called = replayed(config, {});
    CHECK(called.err.empty());
    for (const char* part :
         {"32 requests from 2026-12-01T08:00:01Z to 2026-12-01T08:00:02Z\n",
          "spread evenly within it\n", "1 request found no route (404)\n",
          "1 request found no route for the method (405)\n", "1 request answered before any route",
          "1 line could not be read:\n  line 33: ",
          "\nkeys refused most\n  limit   refused  key\n  window       15  ip:192.0.2.1\n",
          "per-key: 3 requests had no api_key (header X-Api-Key); their address stood in",
          "per-pair: 3 requests had no pair (header X-Api-Key + path segment {id}); the limit did "
          "not apply",
          "1 request answered 400 for lack of a key"})
        CHECK_THAT(called.out, ContainsSubstring(part));
}

TEST_CASE("faults of a log are told", "[cli]")
{
    const SampleConfig config;
    struct Row {
        std::string path;
        const char* message;
    };
    const Row rows[] = {
        {config.write("a.log", "nonsense\n"), "a.log: no line is an access log's; line 1: "},
        {config.write("a.log.gz", "\x1f\x8b\x08"), "zcat FILE | weir simulate ... --replay -"},
        {"/nonexistent/a.log", "/nonexistent/a.log: it cannot be read"},
    };
    for (const Row& row : rows) {
        const Called called = call({"simulate", "-c", config.path(), "--replay", row.path});
        CHECK(called.code == 1);
        CHECK(called.out.empty());
        CHECK_THAT(called.err, ContainsSubstring(row.message));
    }
}

TEST_CASE("moments are printed with a fraction only where there is one", "[cli]")
{
    using namespace std::chrono_literals;
    const Instant moment{std::chrono::seconds(1'796'112'000)};
    CHECK(print_utc(moment) == "2026-12-01T08:00:00Z");
    CHECK(print_utc(moment + 250ms) == "2026-12-01T08:00:00.250Z");
    CHECK(print_utc(Instant{}) == "1970-01-01T00:00:00Z");
}
