#include "support/catch.hpp"

#include "captured.hpp"
#include "sample_config.hpp"

#include <nlohmann/json.hpp>

using namespace weir;

namespace {

using Json = nlohmann::json;

Json explained(const SampleConfig& config, Arguments arguments)
{
    arguments.insert(arguments.begin(), {"explain", "-c", config.path(), "--json"});
    const Called called = call(arguments);
    CAPTURE(called.err);
    REQUIRE(called.code == 0);
    return Json::parse(called.out);
}

const Json* key_named(const Json& explanation, const std::string& name)
{
    for (const Json& key : explanation["keys"])
        if (key["name"] == name) return &key;
    return nullptr;
}

} // namespace

TEST_CASE("explain --json prints route, path, keys and charges as tools rely on them", "[cli]")
{
    const SampleConfig config;
    const Json json =
        explained(config, {"GET //v1/./reports/%37?x=1", "-H", "X-Api-Key: k1", "--ip", "10.0.0.9",
                           "-H", "X-Forwarded-For: 198.51.100.7"});
    CHECK(json == Json::parse(R"({
        "route": "reports", "canonical_path": "/v1/reports/7",
        "keys": [
            {"name": "api_key", "kind": "header", "value": "k1", "from": "header X-Api-Key"},
            {"name": "pair", "kind": "combine", "value": "k1 + 7",
             "from": "header X-Api-Key + path segment {id}"},
            {"name": "report", "kind": "path", "value": "7", "from": "path segment {id}"}],
        "limits": [
            {"name": "per-key", "algorithm": "token_bucket", "key": "api_key", "cost": 5},
            {"name": "per-pair", "algorithm": "fixed_window", "key": "pair", "cost": 1}]
    })"));
}

TEST_CASE("explain tells what stands in for a key that is absent", "[cli]")
{
    const SampleConfig config;
    const Json json = explained(
        config, {"GET /v1/reports/7", "--ip", "10.0.0.9", "-H", "X-Forwarded-For: 198.51.100.7"});
    const Json* absent = key_named(json, "api_key");
    REQUIRE(absent != nullptr);
    CHECK((*absent)["value"].is_null());
    const Json* ip = key_named(json, "ip");
    REQUIRE(ip != nullptr);
    CHECK((*ip)["value"] == "198.51.100.7");
    CHECK((*ip)["from"] == "client address");

    // `missing: skip` leaves the second limit out.
    REQUIRE(json["limits"].size() == 1);
    CHECK(json["limits"][0]["key"] == "ip");
}

TEST_CASE("requests that Weir answers itself are explained too", "[cli]")
{
    struct Row {
        Arguments arguments;
        int status;
        const char* detail;
        const char* why;
    };
    const Row rows[] = {
        {{"GET /nowhere"}, 404, "No route takes this request.", "no route"},
        {{"POST /v1/reports/7"}, 405, "allowed: GET, HEAD", "a route, but not for this method"},
        {{"TRACE /free"}, 405, "does not offer the method", "never offered"},
        {{"CONNECT a.test:443"}, 405, "does not offer the method", "never offered"},
        {{"OPTIONS *"}, 204, "OPTIONS *", "about the server itself"},
        {{"OPTIONS /free", "-H", "Max-Forwards: 0"}, 204, "Max-Forwards", "meant for Weir"},
        {{"OPTIONS /free", "-H", "Max-Forwards: x"}, 400, "Max-Forwards", "not a number"},
        {{"GET /a%2Fb"}, 400, "", "an escaped slash"},
        {{"GET /a b"}, 400, "", "a blank in the target"},
        {{"GET /free?a<b"}, 400, "", "a character that no URI may hold"},
        {{"G(T /free"}, 400, "", "not a method"},
        {{"GET /free", "-H", "Bad Name: x"}, 400, "", "not a field name"},
        {{"GET /free", "-H", "Host: a", "-H", "Host: b"}, 400, "", "two hosts"},
        {{"GET /strict"}, 400, "lacks the key that its limit 'gcra' needs", "missing: reject"},
        {{"GET /v1/reports/7", "-H", "X-Api-Key: a", "-H", "x-api-key: b"},
         400,
         "'per-key' needs, or has it twice",
         "a header that is there twice is no key, whatever `missing` says"},
    };
    const SampleConfig config;
    for (const Row& row : rows) {
        CAPTURE(row.arguments, row.why);
        const Json json = explained(config, row.arguments);
        REQUIRE(json.contains("answer"));
        CHECK(json["answer"]["status"] == row.status);
        CHECK_THAT(json["answer"]["detail"].get<std::string>(), ContainsSubstring(row.detail));
        CHECK(json["limits"].empty());
    }
}

TEST_CASE("only a trusted proxy names the client", "[cli]")
{
    struct Row {
        const char* peer;
        const char* client;
        const char* from;
    };
    const Row rows[] = {
        {"10.1.2.3", "198.51.100.7", "X-Forwarded-For, from the trusted proxy 10.1.2.3"},
        {"203.0.113.5", "203.0.113.5", "the connection"},
        {"2001:db8::1", "2001:db8::1", "the connection"},
    };
    const SampleConfig config;
    for (const Row& row : rows) {
        CAPTURE(row.peer);
        const Called called = call({"explain", "-c", config.path(), "GET /trial", "--ip", row.peer,
                                    "-H", "X-Forwarded-For: 198.51.100.7"});
        CHECK(called.code == 0);
        CHECK_THAT(called.out, ContainsSubstring(std::string(row.client) + " (" + row.from + ")"));
    }
}

TEST_CASE("an explanation reads well", "[cli]")
{
    const SampleConfig config;
    const Called called =
        call({"explain", "-c", config.path(), "GET /v1/reports/7/", "-H", "X-Api-Key: a\tb"});
    CHECK(called.err.empty());
    CHECK(called.out == "  request         GET /v1/reports/7/\n"
                        "  client          127.0.0.1 (the connection)\n"
                        "  canonical path  /v1/reports/7/\n"
                        "  route           reports (/v1/reports/{id})\n"
                        "  upstream        api\n"
                        "  outcome         forwarded if the limits admit it\n"
                        "keys\n"
                        "  api_key  'a\\x09b'      header X-Api-Key\n"
                        "  pair     'a\\x09b + 7'  header X-Api-Key + path segment {id}\n"
                        "  report   '7'           path segment {id}\n"
                        "limits\n"
                        "  per-key   token_bucket  10/s, capacity 20  key api_key  cost 5\n"
                        "  per-pair  fixed_window  10 per 1m          key pair     cost 1\n");
}

TEST_CASE("a faulty file is reported and exits 1", "[cli]")
{
    const SampleConfig config;
    const std::string faulty = config.write("faulty.yaml", "listen: 127.0.0.1:0\nroutse: []\n");
    for (const Arguments& arguments : {Arguments{"explain", "-c", faulty, "GET /"},
                                       Arguments{"simulate", "-c", faulty, "--route", "r",
                                                 "--arrivals", "poisson:1/s", "--for", "1s"}}) {
        CAPTURE(arguments);
        const Called called = call(arguments);
        CHECK(called.code == 1);
        CHECK(called.out.empty());
        CHECK_THAT(called.err, ContainsSubstring("faulty.yaml:2:1: "));
    }
}
