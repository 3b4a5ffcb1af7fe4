#include "loading.hpp"
#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("a limit that cannot be meant is refused with what to write instead", "[config]")
{
    struct Row {
        std::string fields;
        std::string fault; // behind "weir.yaml:8:"
        const char* why;
    };
    const std::string most = "999999999999999";
    const Row rows[] = {
        {"key: ip, algorithm: token_bucket, rate: 10/sec",
         "51: routes[0].limits[0].rate: '10/sec' is not a rate; write N/s, N/m, N/h or N/d",
         "the README's own example"},
        {"key: ip, algorithm: fixed_window, window: 1s, limit: 0",
         "64: routes[0].limits[0].limit: '0' would refuse every request; write 1 to " + most,
         "C82: neither blocks all nor opens the door"},
        {"key: ip, algorithm: fixed_window, window: 1s, limit: -1",
         "64: routes[0].limits[0].limit: '-1' is out of range; write 1 to " + most,
         "C82: not a way to say unlimited"},
        {"key: ip, algorithm: fixed_window, window: 1s, limit: 12345678901234567890",
         "64: routes[0].limits[0].limit: '12345678901234567890' is out of range; write 1 to " +
             most,
         "C82: 20 digits"},
        {"key: ip, algorithm: fixed_window, limit: 1, window: 0s",
         "63: routes[0].limits[0].window: '0s' is no time at all; write a duration above zero",
         "C82"},
        {"key: ip, algorithm: gcra, rate: 0/s",
         "43: routes[0].limits[0].rate: '0/s' would never fill the bucket again; write a rate "
         "above "
         "zero, such as 1/d",
         "C82"},
        {"key: ip, algorithm: gcra, rate: 0.00/d",
         "43: routes[0].limits[0].rate: '0.00/d' would never fill the bucket again; write a rate "
         "above zero, such as 1/d",
         "zero in other clothes"},
        {"key: ip, algorithm: gcra, rate: 1/s, capacity: 0",
         "58: routes[0].limits[0].capacity: '0' would refuse every request; write 1 to " + most,
         "C82"},
        {"key: ip, algorithm: gcra, rate: 1/s, cost: 0",
         "54: routes[0].limits[0].cost: '0' would charge nothing, so that the limit holds nobody; "
         "write 1 to " +
             most,
         "a free request is no limit"},
        {"key: ip, algorithm: gcra, rate: 5/s, cost: 6",
         "54: routes[0].limits[0].cost: a cost of 6 is more than the limit can ever grant (5)",
         "no request would ever pass"},
        {"key: ip, algorithm: fixed_window, window: 1s, limit: 010",
         "64: routes[0].limits[0].limit: '010' is not a whole number; write 1 to " + most +
             " in decimal digits",
         "eight to some YAML readers"},
        {"key: ip, algorithm: fixed_window, window: 1s, limit: 0x10",
         "64: routes[0].limits[0].limit: '0x10' is not a whole number; write 1 to " + most +
             " in decimal digits",
         "sixteen to some YAML readers"},
        {"key: ip, algorithm: fixed_window, window: 1s, limit: 1e3",
         "64: routes[0].limits[0].limit: '1e3' is not a whole number; write 1 to " + most +
             " in decimal digits",
         "a floating point number to some"},
        {"key: ip, algorithm: fixed_window, window: 1s, limit: .inf",
         "64: routes[0].limits[0].limit: '.inf' is not a whole number; write 1 to " + most +
             " in decimal digits",
         "YAML's infinity"},
        {"key: ip, algorithm: fixed_window, window: 1s, limit: yes",
         "64: routes[0].limits[0].limit: 'yes' is not a whole number; write 1 to " + most +
             " in decimal digits",
         "YAML 1.1's boolean"},
        {"key: ip, algorithm: fixed_window, window: 1s, limit: ~",
         "57: routes[0].limits[0].limit: has no value; write a whole number", "null"},
        {"key: ip, algorithm: fixed_window, window: 1s, limit: [5]",
         "64: routes[0].limits[0].limit: found a list; write a whole number",
         "a list for a number"},
        {"key: ip, algorithm: fixed_window, window: 1s, limit: { a: 5 }",
         "64: routes[0].limits[0].limit: found a map; write a whole number", "a map for a number"},
        {"key: ip, algorithm: fixed_window, window: 1s, limit: 5, rate: 1/s",
         "67: routes[0].limits[0].rate: algorithm fixed_window takes limit and window, not 'rate'",
         "a field of the other family"},
        {"key: ip, algorithm: gcra, rate: 1/s, window: 1s",
         "48: routes[0].limits[0].window: algorithm gcra takes rate and capacity, not 'window'",
         "and the other way round"},
        {"key: ip, algorithm: sliding_window_log, limit: 1, window: 1s, align: key",
         "73: routes[0].limits[0].align: algorithm sliding_window_log has no windows to align; "
         "only "
         "fixed_window takes 'align'",
         "align belongs to one algorithm"},
        {"key: ip, algorithm: gcra, rate: 1/s, capcity: 2",
         "48: routes[0].limits[0]: unknown field 'capcity'; did you mean 'capacity'?", "a slip"},
        {"key: ip, algorithm: token_buckt, rate: 1/s",
         "31: routes[0].limits[0].algorithm: unknown algorithm 'token_buckt'; did you mean "
         "'token_bucket'?",
         "a slip"},
        {"key: ip, rate: 1/s",
         "9: routes[0].limits[0]: 'algorithm' is missing; write one, such as token_bucket",
         "points at the limit"},
        {"algorithm: gcra, rate: 1/s",
         "9: routes[0].limits[0]: 'key' is missing; write who shares the limit: ip for each client "
         "address, global for all callers together, or a key of 'keys:'",
         "no silent default for whom"},
        {"key: ip, algorithm: gcra",
         "9: routes[0].limits[0]: 'rate' is missing; write a rate such as 10/s or 600/m",
         "never a built-in rate"},
        {"key: ip, algorithm: gcra, rate: 1/s, status: 200",
         "56: routes[0].limits[0].status: '200' is out of range; write 400 to 599",
         "a refusal is no success"},
        {"key: ip, algorithm: gcra, rate: 1/s, status: 401",
         "56: routes[0].limits[0].status: '401' is not the status of a refusal; write 429, or 503 "
         "as "
         "nginx does",
         "needs WWW-Authenticate"},
        {"key: ip, algorithm: gcra, rate: 1/s, name: \"caf\xC3\xA9\"",
         "54: routes[0].limits[0].name: 'caf\xC3\xA9' is not a name; write printable ASCII "
         "characters",
         "goes into a structured field"},
        {"key: ip, algorithm: gcra, rate: 1/s, missing: deny",
         "57: routes[0].limits[0].missing: 'deny' is unknown; write ip, reject, shared or skip",
         "unknown word"},
    };
    for (const Row& row : rows) {
        INFO(row.why << ": " << row.fields);
        CHECK(faults_of(with_limit(row.fields)) == "weir.yaml:8:" + row.fault + "\n");
    }
}

TEST_CASE("what this version does not do yet is an error that says so", "[config]")
{
    for (const std::string name : {"on_store_error", "period", "anchor", "timezone"}) {
        INFO(name);
        CHECK(faults_of(with_limit("key: ip, algorithm: gcra, rate: 1/s, " + name + ": x")) ==
              "weir.yaml:8:48: routes[0].limits[0]." + name + ": '" + name +
                  "' is not in this version of weir yet\n");
    }
    for (const std::string name : {"quota"}) {
        INFO(name);
        CHECK_THAT(
            faults_of(with_limit("key: ip, algorithm: " + name + ", limit: 20")),
            ContainsSubstring("weir.yaml:8:31: routes[0].limits[0].algorithm: the algorithm '" +
                              name + "' is not in this version of weir yet"));
    }
    CHECK(faults_of(with_limit("key: ip, algorithm: gcra, rate: 1/s, scope: shared")) ==
          "weir.yaml:8:55: routes[0].limits[0].scope: 'shared' is not in this version of weir yet; "
          "write local or leave 'scope' out\n");
    CHECK(faults_of(with_limit(
              "key: ip, algorithm: gcra, rate: 1/s, scope: local, mode: enforce, spread: false")) ==
          "");
}

TEST_CASE("every number that a limiter can keep is read exactly", "[config]")
{
    const auto limit = [](const std::string& fields) {
        const Loaded loaded = load(with_limit("key: ip, " + fields));
        INFO(fields);
        REQUIRE(loaded.settings);
        return loaded.settings->routes[0].limits[0];
    };
    SECTION("C82: three thousand million is an ordinary number")
    {
        const auto read =
            limit("algorithm: fixed_window, limit: 3000000000, window: 1m, align: key");
        CHECK(read.limiter == LimiterSettings{.algorithm = Algorithm::fixed_window,
                                              .limit = 3'000'000'000,
                                              .window = 1min,
                                              .align = WindowAlign::key});
    }
    SECTION("a bucket without a capacity holds the tokens of one unit as written")
    {
        CHECK(limit("algorithm: gcra, rate: 5/d").limiter.capacity == 5);
        CHECK(limit("algorithm: token_bucket, rate: 10/s").limiter.capacity == 10);
        CHECK(limit("algorithm: token_bucket, rate: 600/m").limiter.capacity == 600);
        CHECK(limit("algorithm: token_bucket, rate: 0.5/s").limiter.capacity == 1);
        CHECK(limit("algorithm: token_bucket, rate: 2.5/s").limiter.capacity == 3);
        CHECK(limit("algorithm: token_bucket, rate: 0.001/h").limiter.capacity == 1);
        CHECK(limit("algorithm: token_bucket, rate: 5/d, capacity: 7").limiter.capacity == 7);
    }
    SECTION("rate, cost, status and missing")
    {
        const auto read =
            limit("algorithm: token_bucket, rate: \"0.5/s\", capacity: 20, cost: 20, status: 503, "
                  "missing: reject, name: \"a \\\"b\\\"\"");
        CHECK(read.limiter.rate == Rate{1, 2s});
        CHECK(read.cost.units == 20);
        CHECK(read.status == 503);
        CHECK(read.key.missing == Missing::reject);
        CHECK(read.name == "a \"b\"");
    }
}

TEST_CASE("numbers beyond what a limiter can keep are refused where they stand", "[config]")
{
    CHECK_THAT(faults_of(with_limit("key: ip, algorithm: fixed_window, limit: 1, window: 10000d")),
               ContainsSubstring("weir.yaml:8:63: routes[0].limits[0].window: window"));
    CHECK_THAT(
        faults_of(with_limit("key: ip, algorithm: gcra, rate: 1/d, capacity: 999999999999999")),
        ContainsSubstring("weir.yaml:8:"));
}

TEST_CASE("unnamed limits are called by their algorithm and never take a given name", "[config]")
{
    const std::string gcra = "key: ip, algorithm: gcra, rate: 1/s";
    const auto loaded = load(with_limits(
        "      - { " + gcra + " }\n      - { " + gcra + ", name: gcra-2 }\n      - { " + gcra +
        " }\n      - { key: ip, algorithm: fixed_window, limit: 1, "
        "window: 1s }\n"));
    REQUIRE(loaded.settings);
    std::vector<std::string> names;
    for (const LimitSettings& limit : loaded.settings->routes[0].limits)
        names.push_back(limit.name);
    CHECK(names == std::vector<std::string>{"gcra", "gcra-2", "gcra-3", "fixed_window"});
}

TEST_CASE("two limits of one name are refused with the line of the first", "[config]")
{
    CHECK(faults_of(with_limits("      - { name: a, key: ip, algorithm: gcra, rate: 1/s }\n"
                                "      - { name: a, key: ip, algorithm: gcra, rate: 2/s }\n")) ==
          "weir.yaml:9:17: routes[0].limits[1].name: another limit of this route is called 'a' "
          "already, in line 8\n");
}

TEST_CASE("a route has at most sixteen limits", "[config]")
{
    std::string limits;
    for (std::size_t i = 0; i < RouteSettings::max_limits; ++i)
        limits += "      - { key: ip, algorithm: gcra, rate: 1/s }\n";
    CHECK(faults_of(with_limits(limits)) == "");
    limits += "      - { key: ip, algorithm: gcra, rate: 1/s }\n";
    CHECK(faults_of(with_limits(limits)) ==
          "weir.yaml:8:7: routes[0].limits: a route has at most 16 limits\n");
}
