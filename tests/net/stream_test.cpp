#include <weir/net/stream.hpp>

#include "support/catch.hpp"

#include <string>

#include <sys/socket.h>
#include <unistd.h>

using namespace weir;
using namespace std::chrono_literals;

namespace {

// A stream on one end of a socket pair; the test holds the other end.
struct Pair {
    Pair() : stream(new Stream(loop))
    {
        int ends[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
        stream->adopt(ends[0], AF_UNIX);
        stream->set_owner(&waiter);
        other = ends[1];
    }
    ~Pair()
    {
        stream->close();
        if (other >= 0) close(other);
        loop.context().restart();
        loop.context().poll();
    }
    template <typename Condition>
    bool turn_until(Condition condition)
    {
        for (int i = 0; i < 1000 && !condition(); ++i)
            loop.context().run_one_for(10ms);
        return condition();
    }

    SystemClock clock;
    EventLoop loop{clock};
    Waiter waiter;
    StreamPtr stream;
    int other = -1;
};

} // namespace

TEST_CASE("bytes that arrive are there to be read, and so is the end", "[net]")
{
    Pair pair;
    REQUIRE(write(pair.other, "hello", 5) == 5);
    pair.stream->want_input();
    REQUIRE(pair.turn_until([&] { return !pair.stream->input().empty(); }));
    CHECK(pair.stream->input().view() == "hello");
    CHECK_FALSE(pair.stream->input_ended());

    pair.stream->input().consume(5);
    pair.stream->want_input();
    close(std::exchange(pair.other, -1));
    REQUIRE(pair.turn_until([&] { return pair.stream->input_ended(); }));
    CHECK_FALSE(pair.stream->input_failed());
}

TEST_CASE("what the kernel does not take blocks, and is announced when it takes more", "[net]")
{
    Pair pair;
    const std::string data(4 * 1024 * 1024, 'x');
    std::size_t taken = 0;
    REQUIRE(pair.stream->send(data, taken) == Stream::Sent::blocked);
    CHECK(taken > 0);
    CHECK(taken < data.size());
    CHECK(pair.stream->send_blocked());

    std::string sink(data.size(), '\0');
    REQUIRE(read(pair.other, sink.data(), sink.size()) > 0);
    CHECK(pair.turn_until([&] { return !pair.stream->send_blocked(); }));
}

TEST_CASE("sending to somebody who has gone fails, without a signal", "[net]")
{
    Pair pair;
    close(std::exchange(pair.other, -1));
    std::size_t taken = 0;
    CHECK(pair.stream->send("x", taken) == Stream::Sent::failed);
}

TEST_CASE("a head is taken out of the input and the rest stays", "[net]")
{
    Pair pair;
    REQUIRE(write(pair.other, "head|rest", 9) == 9);
    pair.stream->want_input();
    REQUIRE(pair.turn_until([&] { return pair.stream->input().size() == 9; }));
    const Buffer head = pair.stream->detach_input(5);
    CHECK(head.view().substr(0, 5) == "head|");
    CHECK(pair.stream->input().view() == "rest");
}

TEST_CASE("a stream may be closed while its read is under way", "[net]")
{
    Pair pair;
    pair.stream->want_input();
    pair.turn_until([&] { return pair.stream->input().pinned(); });
    pair.stream->close();
    pair.stream = StreamPtr();
    for (int i = 0; i < 10; ++i)
        pair.loop.context().run_one_for(1ms);
    pair.stream = StreamPtr(new Stream(pair.loop));
}
