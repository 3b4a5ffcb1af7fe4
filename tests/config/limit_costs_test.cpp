#include "loading.hpp"

#include "support/catch.hpp"

using namespace weir;

namespace {

const std::string bucket = "key: ip, algorithm: token_bucket, rate: 10/s, capacity: 50, ";

LimitSettings limit_with(const std::string& fields)
{
    const Loaded loaded = load(with_limit(bucket + fields));
    INFO(fields << "\n" << faults_of(with_limit(bucket + fields)));
    REQUIRE(loaded.settings.has_value());
    return loaded.settings->routes[0].limits[0];
}

} // namespace

TEST_CASE("costs, charges and counts are read", "[config]")
{
    CHECK(limit_with("cost: 5").cost == CostSettings{.units = 5});
    CHECK(limit_with("cost: { request_header: X-Cost, max: 20 }").cost ==
          CostSettings{CostSettings::Kind::request_header, 20, "X-Cost"});
    CHECK(limit_with("cost: { request_header: X-Cost }").cost.units == 50); // what can be granted
    CHECK(limit_with("cost: { request_bytes: 1KiB }").cost ==
          CostSettings{CostSettings::Kind::request_bytes, 1024, ""});
    const ChargeSettings tokens{ChargeSettings::Kind::response_json, "/usage/total_tokens", 1, 5};
    const LimitSettings charged =
        limit_with("charge: { response_json: /usage/total_tokens, reserve: 5 }");
    CHECK(charged.charge == tokens);
    CHECK(charged.limiter.debt == 5'000);
    CHECK(limit_with("charge: { response_header: X-Cost }").charge->from == "X-Cost");
    CHECK(limit_with("charge: { response_bytes: 64KiB }").charge->bytes == 65'536);
    CHECK(limit_with("count: { status: [401, 403] }").count_status == std::vector<int>{401, 403});
    CHECK(limit_with("count: { status: 401 }").count_status == std::vector<int>{401});
    CHECK(limit_with("cost: 1").limiter.debt == 0);
}

TEST_CASE("costs that make no sense are refused", "[config]")
{
    struct Row {
        const char* fields;
        const char* fault;
    };
    const Row rows[] = {
        {"cost: 51", "a cost of 51 is more than the limit can ever grant (50)"},
        {"cost: { request_header: X-Cost, max: 51 }", "a cost of 51 is more than"},
        {"cost: { request_header: 'X Cost' }", "'X Cost' is not a header's name"},
        {"cost: { request_header: X-Cost, request_bytes: 1KiB }", "one or the other"},
        {"cost: { request_bytes: 1KiB, max: 5 }", "'max' belongs to request_header"},
        {"cost: { request_bytes: 0 }", "how many bytes one unit stands for"},
        {"cost: { }", "write a number"},
        {"cost: { response_header: X-Cost }", "response_header"},
        {"charge: { }", "write one of response_header"},
        {"charge: { response_header: A, response_bytes: 1KiB }", "write one of response_header"},
        {"charge: { response_json: usage }", "'usage' is not a JSON pointer"},
        {"charge: { response_header: A, reserve: 51 }", "a cost of 51 is more than"},
        {"charge: { response_header: A }, cost: 2", "takes its cost from the answer"},
        {"reserve: 5", "'reserve' stands inside of 'charge'"},
        {"count: { }", "'status' is missing"},
        {"count: { status: [99] }", "99"},
        {"count: { status: [ok] }", "'ok'"},
    };
    for (const Row& row : rows) {
        INFO(row.fields);
        CHECK_THAT(faults_of(with_limit(bucket + row.fields)), ContainsSubstring(row.fault));
    }
    for (const char* algorithm :
         {"algorithm: concurrency, limit: 5", "algorithm: leaky_bucket, rate: 1/s"})
        CHECK_THAT(faults_of(with_limit("key: ip, " + std::string(algorithm) +
                                        ", count: { status: [401] }")),
                   ContainsSubstring("nothing is charged afterwards"));
}

TEST_CASE("the limits of a route look for one number in its answers", "[config]")
{
    const std::string file = R"(listen: 127.0.0.1:0
upstreams: { api: 127.0.0.1:1 }
routes:
  - match: /**
    upstream: api
    limits:
      - { name: a, key: ip, algorithm: gcra, rate: 1/s, charge: { response_json: /a } }
      - { name: b, key: ip, algorithm: gcra, rate: 2/s, charge: { response_json: /b } }
)";
    CHECK_THAT(faults_of(file), ContainsSubstring("write the same response_json in all of them"));
}
