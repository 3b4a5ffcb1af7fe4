// What Weir served, replayed from its own access log, comes out as it was served.
#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/program.hpp"
#include "support/running_weir.hpp"
#include "support/temp_dir.hpp"
#include "support/test_client.hpp"

#include <nlohmann/json.hpp>

#include <iterator>

using namespace weir;

namespace {

const std::string routes = R"(
log: { format: json, access: all }
routes:
  - name: reports
    match: "/reports/{id}"
    upstream: api
    limits:
      - name: each
        key: { source: path, param: id }
        algorithm: token_bucket
        rate: 1/h
        capacity: 2
      - { name: all, key: global, algorithm: fixed_window, limit: 7, window: 1d }
  - name: rest
    match: /**
    upstream: api
    limits: [ { key: ip, algorithm: sliding_window_log, limit: 3, window: 1h } ]
)";

int access_lines(const std::string& log)
{
    constexpr std::string_view mark = R"("type":"access")";
    int count = 0;
    for (std::size_t at = log.find(mark); at != log.npos; at = log.find(mark, at + 1))
        ++count;
    return count;
}

} // namespace

TEST_CASE("a replay of Weir's own log refuses what Weir refused", "[e2e]")
{
    FakeUpstream upstream;
    RunningWeir weir(upstream, routes);
    TestClient client(weir.port());
    const char* const targets[] = {"/reports/1", "//reports/1/", "/reports/./1", "/reports/2",
                                   "/a",         "/b?c=d",       "/%61",         "/%2561",
                                   "/reports/3", "/reports/3",   "/reports/3",   "/reports/4"};
    int admitted = 0;
    int refused = 0;
    for (const char* target : targets) {
        const int status = client.ask(get(target)).status;
        ++(status == 429 ? refused : admitted);
    }
    REQUIRE(refused > 0);
    REQUIRE(
        wait_until([&] { return access_lines(weir.log()) == static_cast<int>(std::size(targets)); },
                   Millis(10'000)));

    const TempDir folder;
    const std::string config = folder.write(
        "weir.yaml", "listen: 127.0.0.1:0\nupstreams: { api: 127.0.0.1:9 }\n" + routes);
    const ProgramRun run = run_program("weir simulate --json -c " + config + " --replay " +
                                       folder.write("access.log", weir.log()));
    INFO(run.output);
    REQUIRE(run.status == 0);
    const nlohmann::json json = nlohmann::json::parse(run.output);
    CHECK(json["log"]["requests"] == std::size(targets));
    CHECK(json["log"]["malformed"] == 0);
    CHECK(json["routes"][0]["admitted"].get<int>() + json["routes"][1]["admitted"].get<int>() ==
          admitted);
    CHECK(json["routes"][0]["refused"].get<int>() + json["routes"][1]["refused"].get<int>() ==
          refused);
}
