#include "support/catch.hpp"

#include "captured.hpp"
#include "sample_config.hpp"

#include <nlohmann/json.hpp>

using namespace weir;

TEST_CASE("check tells a valid file from a faulty one by its exit code", "[cli]")
{
    const SampleConfig config;
    const Called valid = call({"check", "-c", config.path()});
    CHECK(valid.code == 0);
    CHECK(valid.err.empty());
    CHECK_THAT(valid.out, ContainsSubstring("valid, 4 routes, 5 limits"));

    const std::string faulty = config.write("faulty.yaml", "listen: 127.0.0.1:0\nroutse: []\n");
    const Called invalid = call({"check", "-c", faulty});
    CHECK(invalid.code == 1);
    CHECK_THAT(invalid.out, ContainsSubstring("faulty.yaml:2:1: "));
    CHECK_THAT(invalid.out, ContainsSubstring("routes"));
    CHECK(call({"check", "-c", "/nonexistent/weir.yaml"}).code == 1);
}

TEST_CASE("check --json prints findings with the fields that tools rely on", "[cli]")
{
    const SampleConfig config;
    const std::string faulty = config.write("faulty.yaml", "listen: 127.0.0.1:0\nroutse: []\n");
    const Called called = call({"check", "-c", faulty, "--json"});
    CHECK(called.code == 1);
    const auto json = nlohmann::json::parse(called.out);
    CHECK(json["valid"] == false);
    REQUIRE_FALSE(json["findings"].empty());
    for (const auto& finding : json["findings"]) {
        CHECK(finding.size() == 6);
        CHECK(finding["file"] == faulty);
        CHECK(finding["severity"] == "error");
        CHECK_FALSE(finding["code"].get<std::string>().empty());
        CHECK_FALSE(finding["message"].get<std::string>().empty());
    }
}

TEST_CASE("advice is an error only when check is strict", "[cli]")
{
    const SampleConfig config;
    const std::string shadowed = config.write("shadowed.yaml", R"(
listen: 127.0.0.1:0
upstreams: { api: 127.0.0.1:9000 }
routes:
  - { match: /**, upstream: api }
  - { match: /never, upstream: api }
)");
    CHECK(call({"check", "-c", shadowed}).code == 0);
    CHECK(call({"check", "-c", shadowed, "--strict"}).code == 1);
    const auto json = nlohmann::json::parse(call({"check", "-c", shadowed, "--json"}).out);
    CHECK(json["valid"] == true);
    REQUIRE_FALSE(json["findings"].empty());
    CHECK(json["findings"][0]["severity"] == "advice");
}
