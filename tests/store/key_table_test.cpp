#include "store/key_table.hpp"

#include "sample_keys.hpp"
#include "support/catch.hpp"

#include <map>
#include <new>

using namespace weir;

TEST_CASE("a table has a few shards when small and many when large, each of the same size",
          "[store]")
{
    struct Row {
        std::size_t max_keys;
        std::size_t shards;
    };
    const Row rows[] = {{1, 1},        {3'200, 1},       {3'277, 2},
                        {100'000, 32}, {1'000'000, 256}, {100'000'000, 256}};
    for (const Row& row : rows) {
        KeyTable table(row.max_keys);
        CHECK(table.shards().size() == row.shards);
    }
}

TEST_CASE("keys are spread evenly over the shards", "[store]")
{
    KeyTable table(1'000'000);
    std::map<const Shard*, int> keys;
    for (std::uint64_t key = 0; key < 256'000; ++key)
        ++keys[&table.shard(sample_key(key))];
    CHECK(keys.size() == 256);
    for (const auto& [shard, count] : keys) {
        CHECK(count > 800);
        CHECK(count < 1'200);
    }
}

TEST_CASE("a table that no machine can hold is refused at once", "[store]")
{
    CHECK_THROWS_AS(KeyTable(std::size_t{1} << 60), std::bad_alloc);
}
