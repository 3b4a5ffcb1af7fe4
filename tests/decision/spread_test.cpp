// Ten thousand obedient clients that were refused together by one bucket, and when they return.

#include <weir/decision/gate.hpp>
#include <weir/response/refusal.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <iostream>
#include <map>
#include <queue>
#include <random>

using namespace weir;
using namespace std::chrono_literals;

namespace {

constexpr Instant start{std::chrono::hours{24 * 20'000}};
constexpr int clients = 10'000;

RouteTable one_bucket(Algorithm algorithm, bool spread)
{
    LimitSettings limit;
    limit.name = "shared";
    limit.limiter = {
        .algorithm = algorithm, .limit = 100, .window = 1s, .rate = {100, 1s}, .capacity = 100};
    limit.key.sources = {{.name = "global", .kind = SourceSettings::Kind::global}};
    limit.spread = spread;
    RouteSettings route;
    route.name = "all";
    route.match.path = "/**";
    route.limits = {limit};
    return RouteTable({route}, {});
}

// The bucket and who asks it.
struct Asked {
    Asked(Algorithm algorithm, bool spread) : table(one_bucket(algorithm, spread))
    {
        facts.head = &head;
    }
    const Verdict& at(Instant now)
    {
        gate.decide(table.routes()[0], facts, now, scratch, verdict);
        return verdict;
    }

    RouteTable table;
    MemoryStore store{1'000};
    Gate gate{store, {1, 2}};
    RequestHead head;
    Facts facts;
    std::string scratch;
    Verdict verdict;
};

struct Crowd {
    int largest_second = 0; // of first returns
    int asked = 0;
    Duration longest{};
};

// Everybody comes at once, and again when told to, until admitted.
Crowd crowd_of(Algorithm algorithm, bool spread, int jitter_permille)
{
    Asked bucket(algorithm, spread);
    std::mt19937_64 random(42);

    std::priority_queue<Instant, std::vector<Instant>, std::greater<>> arrivals;
    for (int client = 0; client < clients; ++client)
        arrivals.push(start);
    std::map<std::int64_t, int> by_second;
    Crowd crowd;
    while (!arrivals.empty() && crowd.asked < 200 * clients) {
        const Instant now = arrivals.top();
        arrivals.pop();
        ++crowd.asked;
        if (now > start) ++by_second[(now - start) / 1s];
        const Verdict& verdict = bucket.at(now);
        crowd.longest = std::max(crowd.longest, now - start);
        if (verdict.admitted()) continue;
        const auto seconds = retry_after_seconds(verdict, jitter_permille, random());
        arrivals.push(now + std::chrono::seconds(seconds.value()));
    }
    for (const auto& [second, returns] : by_second)
        crowd.largest_second = std::max(crowd.largest_second, returns);
    return crowd;
}

} // namespace

TEST_CASE("with spread a crowd that was refused together does not return together",
          "[decision][spread]")
{
    const Crowd plain = crowd_of(Algorithm::token_bucket, false, 0);
    const Crowd jittered = crowd_of(Algorithm::token_bucket, false, 250);
    const auto print = [](const char* how, const Crowd& crowd) {
        std::cout << "  " << how << ": at most " << crowd.largest_second << " returns in a second, "
                  << crowd.asked << " requests until all " << clients << " were admitted, "
                  << crowd.longest / 1s << " s\n";
    };
    std::cout << "10,000 clients refused together at 100/s, capacity 100\n";
    print("without jitter", plain);
    print("jitter 0.25   ", jittered);
    CHECK(plain.largest_second > 9'000);
    CHECK(jittered.largest_second > 1'000);
    for (const Algorithm algorithm :
         {Algorithm::token_bucket, Algorithm::gcra, Algorithm::fixed_window,
          Algorithm::sliding_window_counter, Algorithm::sliding_window_log}) {
        INFO(algorithm_name(algorithm));
        const Crowd spread = crowd_of(algorithm, true, 250);
        print("spread        ", spread);
        CHECK(spread.largest_second <= 120);
        // A weighted count has no room at the very moment at which its window begins, so there each
        // returns twice.
        const bool weighted = algorithm == Algorithm::sliding_window_counter;
        CHECK(spread.longest < (weighted ? 230s : 130s));
    }
}

TEST_CASE("refused one after another, they are spread as well", "[decision][spread]")
{
    Asked bucket(Algorithm::token_bucket, true);
    std::map<std::int64_t, int> by_second;
    // 400/s for ten seconds at a bucket of 100/s: who is refused comes once more.
    int refused = 0;
    for (int request = 0; request < 4'000; ++request) {
        const Instant now = start + request * 2'500us;
        const Verdict& verdict = bucket.at(now);
        if (verdict.admitted()) continue;
        ++refused;
        const auto seconds = retry_after_seconds(verdict, 0, 0);
        ++by_second[(now + std::chrono::seconds(*seconds) - start) / 1s];
    }
    CHECK(refused > 2'500);
    for (const auto& [second, returns] : by_second) {
        INFO("second " << second);
        CHECK(returns <= 120);
    }
}

TEST_CASE("a crowd larger than the horizon is drawn evenly from it", "[decision][spread]")
{
    Asked bucket(Algorithm::token_bucket, true);
    std::mt19937_64 random(1);
    std::int64_t longest = 0;
    std::map<std::int64_t, int> by_decade;
    for (int request = 0; request < 100'000; ++request) {
        const Verdict& verdict = bucket.at(start);
        if (verdict.admitted()) continue;
        const std::int64_t seconds = *retry_after_seconds(verdict, 0, random());
        longest = std::max(longest, seconds);
        if (request > 20'000) ++by_decade[seconds / 10];
    }
    CHECK(longest <= 122);
    for (std::int64_t decade = 1; decade < 12; ++decade)
        CHECK(std::abs(by_decade[decade] - 80'000 / 12) < 600);
}

TEST_CASE("who costs more takes more room, and no more return at once than fit",
          "[decision][spread]")
{
    Spread spread;
    const LimiterSettings dear{
        .algorithm = Algorithm::token_bucket, .rate = {10, 1s}, .capacity = 10};
    for (std::int64_t second = 1; second <= 20; ++second)
        CHECK(spread.promise(1, dear, 10, 1s, start)->from == std::chrono::seconds(second));
    const LimiterSettings small{.algorithm = Algorithm::gcra, .rate = {20, 1s}, .capacity = 1};
    for (std::int64_t second = 1; second <= 20; ++second)
        CHECK(spread.promise(2, small, 1, 50ms, start)->from == std::chrono::seconds(second));
    const LimiterSettings slow{.algorithm = Algorithm::gcra, .rate = {1, 10s}, .capacity = 1};
    CHECK(spread.promise(3, slow, 1, 5s, start)->from >= 5s);
    CHECK(spread.promise(3, slow, 1, 5s, start)->from >= 10s);
}
