#include <weir/net/event_loop.hpp>
#include <weir/net/mailbox.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <thread>
#include <vector>

using namespace weir;

TEST_CASE("what other threads post is done on the loop's thread, in their order, and wakes it",
          "[net]")
{
    const SystemClock clock;
    EventLoop loop(clock);
    std::vector<int> done;
    std::thread::id where;
    std::thread other([&] {
        for (int i = 0; i < 100; ++i)
            loop.post([&, i] { done.push_back(i); });
        loop.post([&] {
            where = std::this_thread::get_id();
            // Posting from a task is served too, in a later turn.
            loop.post([&] { loop.stop(); });
        });
    });
    loop.run();
    other.join();
    REQUIRE(done.size() == 100);
    CHECK(std::is_sorted(done.begin(), done.end()));
    CHECK(where == std::this_thread::get_id());
}
