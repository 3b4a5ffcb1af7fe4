#include <weir/limit/limiters.hpp>

#include "support/catch.hpp"

#include <string>

using namespace weir;
using namespace std::chrono_literals;

namespace {

LimiterSettings window_of(Algorithm algorithm, std::int64_t limit, Duration window)
{
    return {.algorithm = algorithm, .limit = limit, .window = window};
}

LimiterSettings bucket_of(Rate rate, std::int64_t capacity)
{
    return {.algorithm = Algorithm::token_bucket, .rate = rate, .capacity = capacity};
}

} // namespace

TEST_CASE("the table names every algorithm and makes the limiter of that name", "[limit]")
{
    for (const AlgorithmInfo& info : algorithms) {
        LimiterSettings settings = bucket_of({10, 1s}, 20);
        settings.algorithm = info.algorithm;
        settings.limit = 5;
        settings.window = 1min;
        const AnyLimiter limiter = make_limiter(settings);
        CHECK(std::visit([](const auto& made) { return made.name; }, limiter) == info.name);
        CHECK(algorithm_name(info.algorithm) == info.name);
        const bool is_bucket = info.shape == AlgorithmInfo::Shape::bucket;
        const bool is_leaky = info.algorithm == Algorithm::leaky_bucket; // one more than may wait
        CHECK(allowance(settings) == (is_leaky ? 21 : is_bucket ? 20 : 5));
        CHECK(allowance_window(settings) == (is_leaky    ? Duration{2100ms}
                                             : is_bucket ? Duration{2s}
                                                         : Duration{1min}));
    }
}

TEST_CASE("numbers that a limiter cannot keep exactly are named", "[limit]")
{
    constexpr auto fixed = Algorithm::fixed_window;
    constexpr auto log = Algorithm::sliding_window_log;
    constexpr auto counter = Algorithm::sliding_window_counter;
    constexpr std::int64_t largest = 1'000'000'000'000'000;
    struct Row {
        LimiterSettings settings;
        const char* fault; // what it mentions; nullptr: none
    };
    const Row rows[] = {
        {window_of(fixed, 1, 1ns), nullptr},
        {window_of(fixed, largest, 3660 * 24h), nullptr},
        {window_of(fixed, 0, 1s), "limit must be at least 1"},
        {window_of(fixed, -1, 1s), "limit must be at least 1"},
        {window_of(fixed, largest + 1, 1s), "limit must be at most"},
        {window_of(fixed, 1, 0s), "window"},
        {window_of(fixed, 1, -1s), "window"},
        {window_of(fixed, 1, 3660 * 24h + 1ns), "window must be at most 3660d"},
        {window_of(log, largest, 1s), nullptr},
        {window_of(log, largest + 1, 1s), "limit must be at most"},
        {window_of(counter, 4'294'967'295, 1s), nullptr},
        {window_of(counter, 4'294'967'296, 1s), "4294967295"},
        {bucket_of({1, 3660 * 24h}, 1), nullptr},
        {bucket_of({1, 3660 * 24h + 1ns}, 1), "rate"},
        {bucket_of({0, 1s}, 1), "rate must be more than 0"},
        {bucket_of({-1, 1s}, 1), "rate must be more than 0"},
        {bucket_of({1, 0s}, 1), "rate must be more than 0"},
        {bucket_of({1, 1s}, 0), "capacity must be at least 1"},
        {bucket_of({1'000'000, 1s}, largest), nullptr},
        {bucket_of({1'000'000, 1s}, largest + 1), "capacity must be at most"},
        {bucket_of({1, 24h}, 36'600), nullptr},
        {bucket_of({1, 24h}, 36'601), "refilled"},
        {bucket_of({1, 3660 * 24h}, largest), "refilled"},
        {bucket_of({std::numeric_limits<std::int64_t>::max(), 1ns}, largest), nullptr},
    };
    for (const Row& row : rows) {
        const char* const fault = limiter_fault(row.settings);
        INFO((row.fault ? row.fault : "no fault") << " / " << (fault ? fault : "no fault"));
        REQUIRE((fault == nullptr) == (row.fault == nullptr));
        if (fault != nullptr) CHECK_THAT(std::string(fault), ContainsSubstring(row.fault));
    }
}
