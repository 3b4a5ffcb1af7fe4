#include <weir/net/buffer.hpp>

#include "support/catch.hpp"

#include <string>

using namespace weir;

TEST_CASE("a buffer holds bytes in order, whatever is consumed between", "[net]")
{
    BufferPool pool;
    Buffer buffer;
    CHECK(buffer.empty());
    buffer.append(pool, "hello ");
    buffer.append(pool, "world");
    CHECK(buffer.view() == "hello world");
    buffer.consume(6);
    CHECK(buffer.view() == "world");
    buffer.append(pool, std::string(10'000, 'x'));
    CHECK(buffer.view().substr(0, 7) == "worldxx");
    CHECK(buffer.size() == 10'005);
    CHECK(buffer.capacity() == 16 * 1024);
    buffer.consume(buffer.size());
    CHECK(buffer.empty());
    CHECK(buffer.room() == buffer.capacity()); // an empty buffer starts over at its front
}

TEST_CASE("a block that was given back is handed out again", "[net]")
{
    BufferPool pool;
    Buffer first;
    first.append(pool, "x");
    const char* block = first.view().data();
    first.release();
    CHECK(first.capacity() == 0);
    Buffer second;
    second.append(pool, "y");
    CHECK(second.view().data() == block);

    const Buffer moved = std::move(second);
    CHECK(moved.view() == "y");
    CHECK(second.empty());
}
