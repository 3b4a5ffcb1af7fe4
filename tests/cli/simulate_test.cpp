#include "support/catch.hpp"

#include "captured.hpp"
#include "sample_config.hpp"

#include <nlohmann/json.hpp>

using namespace weir;

namespace {

using Json = nlohmann::json;

const Arguments published = {"--arrivals", "poisson:6/s", "--for", "30s", "--seed", "42"};

Called simulated(const SampleConfig& config, const std::string& route, const Arguments& more)
{
    Arguments arguments{"simulate", "-c", config.path(), "--route", route};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return call(arguments);
}

} // namespace

TEST_CASE("simulate --json prints the fields that tools rely on", "[cli]")
{
    const SampleConfig config;
    Arguments arguments = published;
    arguments.insert(arguments.end(), {"--compare", "--json"});
    const Called called = simulated(config, "trial", arguments);
    CAPTURE(called.err);
    REQUIRE(called.code == 0);
    const Json json = Json::parse(called.out);
    CHECK(json["route"] == "trial");
    CHECK(json["arrivals"] == 184);
    CHECK(json["admitted"] == 178);
    CHECK(json["refused"] == 6);
    CHECK(json["delayed"] == 0);
    CHECK(json["limits"] == Json::parse(R"([
        {"name": "window", "algorithm": "fixed_window", "admitted": 178, "refused": 6},
        {"name": "bucket", "algorithm": "token_bucket", "admitted": 184, "refused": 0}])"));

    std::map<std::string, int> admitted;
    for (const Json& alone : json["algorithms"]) {
        CHECK(alone.size() == 3);
        CHECK(alone["admitted"].get<int>() + alone["refused"].get<int>() == 184);
        admitted[alone["algorithm"]] = alone["admitted"];
    }
    CHECK(admitted["fixed_window"] == 178);
    CHECK(admitted["sliding_window_counter"] == 178);
    CHECK(admitted["token_bucket"] == 184);
    CHECK(admitted["gcra"] == 184);
}

TEST_CASE("algorithms appear in the report only when they were compared", "[cli]")
{
    const SampleConfig config;
    Arguments arguments = published;
    arguments.push_back("--json");
    const Json json = Json::parse(simulated(config, "trial", arguments).out);
    CHECK_FALSE(json.contains("algorithms"));
    CHECK(json.size() == 6);
}

TEST_CASE("the published trace from a file gives the same report", "[cli]")
{
    const SampleConfig config;
    const Called from_file =
        simulated(config, "trial",
                  {"--arrivals-file", WEIR_SOURCE_DIR "/tests/data/poisson_6rps_30s_seed42.csv"});
    CHECK(from_file.code == 0);
    CHECK(from_file.out == simulated(config, "trial", published).out);
}

TEST_CASE("a simulation's report reads well", "[cli]")
{
    const SampleConfig config;
    Arguments arguments = published;
    arguments.push_back("--compare");
    const Called called = simulated(config, "trial", arguments);
    CHECK(called.err.empty());
    CHECK_THAT(called.out, ContainsSubstring("route trial\n"
                                             "  arrivals  admitted  refused  delayed\n"
                                             "       184       178        6        0\n"
                                             "\n"
                                             "limits, deciding together\n"));
    CHECK_THAT(called.out, ContainsSubstring("\neach algorithm alone\n"));
}

TEST_CASE("faults of a simulation's arguments are told", "[cli]")
{
    const SampleConfig config;
    const std::string faulty = config.write("faulty.csv", "1\ntwo\n");
    struct Row {
        std::string route;
        Arguments arguments;
        int code;
        const char* message;
    };
    const Row rows[] = {
        {"trail", published, 2, "'trail' is not a route of the file; did you mean 'trial'?"},
        {"trial", {"--arrivals", "6/s", "--for", "1s"}, 2, "'6/s' is not poisson:RATE"},
        {"trial", {"--arrivals", "poisson:6", "--for", "1s"}, 2, "--arrivals: "},
        {"trial", {"--arrivals", "poisson:0/s", "--for", "1s"}, 2, "at a rate of 0"},
        {"trial", {"--arrivals", "poisson:6/s", "--for", "1 s"}, 2, "--for: "},
        {"trial", {"--arrivals", "poisson:1000000/s", "--for", "1h"}, 2, "less than 5000000"},
        {"trial", {"--arrivals-file", faulty}, 1, "faulty.csv:2: 'two' is not a time"},
        {"trial", {"--arrivals-file", "/nonexistent/a.csv"}, 1, "cannot be read"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.arguments);
        const Called called = simulated(config, row.route, row.arguments);
        CHECK(called.code == row.code);
        CHECK(called.out.empty());
        CHECK_THAT(called.err, ContainsSubstring(row.message));
    }
}
