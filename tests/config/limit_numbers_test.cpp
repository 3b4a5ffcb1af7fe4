#include "loading.hpp"

#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("a leaky bucket and a number of slots are read", "[config]")
{
    const auto limiter = [](const std::string& fields) {
        const Loaded loaded = load(with_limit("key: ip, " + fields));
        INFO(fields << "\n" << faults_of(with_limit("key: ip, " + fields)));
        REQUIRE(loaded.settings.has_value());
        return loaded.settings->routes[0].limits[0].limiter;
    };
    CHECK(limiter("algorithm: leaky_bucket, rate: 10/s, capacity: 20") ==
          LimiterSettings{.algorithm = Algorithm::leaky_bucket, .rate = {10, 1s}, .capacity = 20});
    CHECK(limiter("algorithm: leaky_bucket, rate: 2/s, capacity: 0").capacity == 0);
    const LimiterSettings held = limiter(
        "algorithm: leaky_bucket, rate: 10/s, capacity: 20, delay_after: 5, max_delay: 500ms");
    CHECK(held.delay_after == 5);
    CHECK(held.max_delay == Duration{500ms});
    CHECK(limiter("algorithm: concurrency, limit: 20") ==
          LimiterSettings{.algorithm = Algorithm::concurrency, .limit = 20});
}

TEST_CASE("numbers that do not belong to the algorithm are told apart", "[config]")
{
    struct Row {
        const char* fields;
        const char* fault;
    };
    const Row rows[] = {
        {"algorithm: leaky_bucket, rate: 1/s, capacity: -1",
         "capacity: '-1' is out of range; write 0 to 999999999999999"},
        {"algorithm: leaky_bucket, rate: 1/s, capacity: 5, delay_after: 6",
         "delay_after: delay_after must be at most capacity"},
        {"algorithm: leaky_bucket, rate: 1/s, limit: 5",
         "limit: algorithm leaky_bucket takes rate and capacity, not 'limit'"},
        {"algorithm: token_bucket, rate: 1/s, max_delay: 5s",
         "max_delay: algorithm token_bucket holds no request back; only leaky_bucket takes "
         "'max_delay'"},
        {"algorithm: concurrency, limit: 0",
         "limit: '0' would refuse every request; write 1 to 999999999999999"},
        {"algorithm: concurrency, limit: 2000000000", "limit: limit must be at most 1000000000"},
        {"algorithm: concurrency, limit: 5, window: 1s",
         "window: algorithm concurrency takes limit, not 'window': slots are given back by the "
         "requests, not by time"},
        {"algorithm: concurrency, limit: 5, spread: true",
         "spread: algorithm concurrency does not know when there will be room"},
        {"algorithm: concurrency", "'limit' is missing; write how many requests may be in flight"},
    };
    for (const Row& row : rows) {
        INFO(row.fields);
        CHECK_THAT(faults_of(with_limit(std::string("key: ip, ") + row.fields)),
                   ContainsSubstring(row.fault));
    }
}

TEST_CASE("plans have numbers of their own, of the limit's algorithm", "[config]")
{
    const Loaded loaded =
        load(with_limit("key: ip, algorithm: token_bucket, rate: 10/s, capacity: 20, plans: "
                        "{ gold: { rate: 100/s, capacity: 200 }, iron: { rate: 1/s } }"));
    REQUIRE(loaded.settings.has_value());
    const LimitSettings& limit = loaded.settings->routes[0].limits[0];
    REQUIRE(limit.plans.size() == 2);
    CHECK(limit.plans[0].name == "gold");
    CHECK(limit.plans[0].limiter.capacity == 200);
    CHECK(limit.plans[1].limiter.rate == Rate{1, 1s});
    CHECK_THAT(faults_of(with_limit("key: ip, algorithm: token_bucket, rate: 10/s, plans: "
                                    "{ gold: { limit: 5, rate: 1/s } }")),
               ContainsSubstring("limits[0].plans.gold.limit: algorithm token_bucket takes rate "
                                 "and capacity, not 'limit'"));
}

TEST_CASE("what a limit does beside refusing is read", "[config]")
{
    const auto limit = [](const std::string& fields) {
        const Loaded loaded = load(with_limit(fields));
        INFO(fields);
        REQUIRE(loaded.settings.has_value());
        return loaded.settings->routes[0].limits[0];
    };
    CHECK(limit("key: ip, algorithm: gcra, rate: 1/s, mode: shadow").shadow);
    CHECK_FALSE(limit("key: ip, algorithm: gcra, rate: 1/s").spread);
    CHECK(limit("key: ip, algorithm: gcra, rate: 1/s, spread: true").spread);
    CHECK(limit("key: global, algorithm: gcra, rate: 1/s").spread);
    CHECK_FALSE(limit("key: global, algorithm: gcra, rate: 1/s, spread: false").spread);
    CHECK_FALSE(limit("key: global, algorithm: concurrency, limit: 5").spread);
    CHECK_THAT(faults_of(with_limit("key: ip, algorithm: gcra, rate: 1/s, mode: watch")),
               ContainsSubstring("shadow"));
}
