// Faults reported by users of other products, replayed on virtual time. The numbers C.. are those
// of the case collection that the end-to-end tests use as well.
#include <weir/limit/limiters.hpp>

#include "one_key.hpp"
#include "support/catch.hpp"

#include <random>
#include <vector>

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("C18 waiting the whole seconds that are told is always enough", "[limit][cases]")
{
    std::mt19937_64 random(18);
    const Rate rates[] = {{2, 5s}, {1, 2500ms}, {7, 1s}, {3, 1s}, {1, 10s}, {5, 24h}};
    for (int schedule = 0; schedule < 200; ++schedule) {
        const Rate& rate = rates[random() % std::size(rates)];
        OneKey key(TokenBucket(rate, 1 + static_cast<std::int64_t>(random() % 4)));
        Instant now = midnight;
        for (int request = 0; request < 100; ++request) {
            now += Duration{static_cast<std::int64_t>(random() % 700'000'000)};
            const Outcome outcome = key.decide(1, now);
            if (outcome.admitted) continue;
            REQUIRE(ceil_seconds(*outcome.wait) >= 1);
            now += std::chrono::seconds{ceil_seconds(*outcome.wait)};
            REQUIRE(key.decide(1, now).admitted);
        }
    }
}

TEST_CASE("C18 a wait of 2.4 s is told as 3", "[limit][cases]")
{
    OneKey key(TokenBucket({1, 2500ms}, 1));
    REQUIRE(key.decide(1, midnight).admitted);
    CHECK(ceil_seconds(*key.decide(1, midnight + 100ms).wait) == 3);
}

TEST_CASE("C27 a sliding log does not count what has left the window", "[limit][cases]")
{
    OneKey key(SlidingWindowLog(3, 2s));
    for (const Duration at : {0ms, 100ms, 200ms})
        REQUIRE(key.decide(1, midnight + at).admitted);
    CHECK(key.decide(1, midnight + 2500ms).admitted);
}

TEST_CASE("C35 frequent polling does not starve the refill", "[limit][cases]")
{
    for (const AnyLimiter& limiter :
         {AnyLimiter{TokenBucket({1, 1s}, 1)}, AnyLimiter{Gcra({1, 1s}, 1)}}) {
        OneKey key(limiter);
        int admitted = 0;
        for (Duration at{}; at <= 10s; at += 50ms)
            admitted += key.decide(1, midnight + at).admitted ? 1 : 0;
        CHECK(admitted == 11);
    }
}

TEST_CASE("C53 refused requests do not keep a caller locked out", "[limit][cases]")
{
    OneKey key(SlidingWindowLog(5, 1s));
    int admitted = 0;
    Duration last{};
    for (Duration at{}; at < 6s; at += 100ms) {
        if (!key.decide(1, midnight + at).admitted) continue;
        CHECK(at - last <= 800ms);
        last = at;
        ++admitted;
    }
    CHECK(admitted == 30);
}

TEST_CASE("C62 a small limit admits the number that was written", "[limit][cases]")
{
    for (const AlgorithmInfo& info : algorithms) {
        for (const std::int64_t limit : {5, 1}) {
            INFO(info.name << " " << limit << " per 24 h");
            // Of a leaky bucket capacity says how many may wait behind the one that leaves.
            const int is_leaky = info.algorithm == Algorithm::leaky_bucket ? 1 : 0;
            OneKey key(LimiterSettings{.algorithm = info.algorithm,
                                       .limit = limit,
                                       .window = 24h,
                                       .rate = {limit, 24h},
                                       .capacity = limit - is_leaky});
            int admitted = 0;
            for (int request = 0; request < 8; ++request)
                admitted += key.decide(1, midnight + request * 1ms).admitted ? 1 : 0;
            CHECK(admitted == limit);
            if (info.shape == AlgorithmInfo::Shape::bucket && limit == 5)
                CHECK(ceil_seconds(*key.decide(1, midnight + 7ms).wait) == 17'280);
        }
    }
}

TEST_CASE("C66 at the edge of a window the wait is never zero or negative", "[limit][cases]")
{
    OneKey key(FixedWindow(1, 2s, WindowAlign::epoch));
    CHECK(key.decide(1, midnight + 50ms).admitted);
    CHECK(ceil_seconds(*key.decide(1, midnight + 1900ms).wait) == 1);
    CHECK(key.decide(1, midnight + 2900ms).admitted);
    for (int request = 0; request < 300; ++request) {
        const Outcome outcome = key.decide(1, midnight + 4s + request * 20ms);
        if (outcome.admitted) continue;
        CHECK(ceil_seconds(*outcome.wait) >= 1);
        CHECK(ceil_seconds(*outcome.wait) <= 2);
    }
}

TEST_CASE("C68 a sliding limit takes no notice of the clock's boundaries", "[limit][cases]")
{
    OneKey key(SlidingWindowLog(5, 4s));
    const auto volley = [&](Duration from) {
        int admitted = 0;
        for (int request = 0; request < 5; ++request)
            admitted += key.decide(1, midnight + from + request * 20ms).admitted ? 1 : 0;
        return admitted;
    };
    CHECK(volley(3s) == 5);
    CHECK(volley(4200ms) == 0);
    CHECK(volley(7300ms) == 5);
}

TEST_CASE("C78 remaining goes down to zero and stays there", "[limit][cases]")
{
    OneKey key(FixedWindow(3, 30s, WindowAlign::epoch));
    std::vector<std::int64_t> remaining;
    for (int request = 0; request < 10; ++request)
        remaining.push_back(key.decide(1, midnight + request * 100ms).remaining);
    CHECK(remaining == std::vector<std::int64_t>{2, 1, 0, 0, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("C87 a month is a month", "[limit][cases]")
{
    OneKey bucket(TokenBucket({1, 30 * 24h}, 1));
    CHECK(bucket.decide(1, midnight).admitted);
    CHECK(ceil_seconds(*bucket.decide(1, midnight + 2s).wait) == 2'591'998);
    CHECK(ceil_seconds(*bucket.decide(1, midnight + 4s).wait) == 2'591'996);

    OneKey window(FixedWindow(1, 30 * 24h, WindowAlign::epoch));
    CHECK(window.decide(1, midnight + 24h).admitted);
    CHECK(*window.decide(1, midnight + 25h).wait == 29 * 24h - 1h);
}

TEST_CASE("C90 requests in one tick of the clock are all counted, none twice", "[limit][cases]")
{
    OneKey key(TokenBucket({5'000, 1s}, 5'000));
    Instant now = midnight;
    for (int request = 0; request < 2'000; ++request) {
        if (request % 50 == 0) now += 25ms; // a clock that moves in coarse steps
        REQUIRE(key.decide(1, now).admitted);
    }
}
