#include "store/log_pool.hpp"

#include "sample_keys.hpp"
#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("a log is found by its number and its key together", "[store]")
{
    LogPool logs;
    const std::uint64_t one = logs.open(sample_key(1));
    const std::uint64_t two = logs.open(sample_key(2));
    CHECK(one != 0);
    CHECK(one != two);
    CHECK(logs.find(one, sample_key(1)) != nullptr);
    CHECK(logs.find(one, sample_key(2)) == nullptr);
    CHECK(logs.find(0, sample_key(1)) == nullptr);
    CHECK(logs.find(1'000, sample_key(1)) == nullptr);
}

TEST_CASE("logs whose time has passed are given back, the others are kept", "[store]")
{
    TimestampBudget budget(1'000'000);
    LogPool logs;
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t key = 0; key < 1'000; ++key) {
        const std::uint64_t number = logs.open(sample_key(key));
        numbers.push_back(number);
        logs.find(number, sample_key(key))->add(midnight, 1, budget);
        logs.set_idle_at(number, key % 2 == 0 ? midnight + 1s : midnight + 1h);
    }
    const std::size_t full = logs.memory_bytes();
    for (int round = 0; round < 250; ++round)
        logs.collect(midnight + 1s, budget);
    for (std::uint64_t key = 0; key < 1'000; ++key)
        REQUIRE((logs.find(numbers[key], sample_key(key)) != nullptr) == (key % 2 != 0));
    // 64 bytes of timestamps each.
    CHECK(logs.memory_bytes() <= full - 500 * 64 + 500 * 8);

    // What was given back is used again, and an old number does not lead to the new owner.
    const std::uint64_t again = logs.open(sample_key(5'000));
    CHECK(again <= 1'000);
    CHECK(logs.find(again, sample_key(again - 1)) == nullptr);
}
