#include <weir/net/stream.hpp>

#include "support/catch.hpp"

#include <memory>
#include <string>

#include <sys/socket.h>
#include <unistd.h>

using namespace weir;
using namespace std::chrono_literals;

namespace {

// A stream on one end of a socket pair; the test holds the other end.
struct Pair {
    Pair() : stream(std::make_unique<Stream>(loop))
    {
        int ends[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
        stream->adopt(ends[0]);
        stream->set_owner(&waiter);
        other = ends[1];
    }
    ~Pair()
    {
        stream->close();
        if (other >= 0) close(other);
    }
    template <typename Condition>
    bool turn_until(Condition condition)
    {
        for (int i = 0; i < 1000 && !condition(); ++i)
            loop.turn(10ms);
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
    REQUIRE(write(pair.other, "late", 4) == 4);
    pair.stream.reset();
    CHECK(pair.turn_until([] { return true; }));
    for (int i = 0; i < 10; ++i)
        pair.loop.turn(1ms);
    pair.stream = std::make_unique<Stream>(pair.loop);
}

namespace {

// Closes another stream when it is notified.
struct Closer final : Notified {
    explicit Closer(Stream& stream) : other(stream) {}
    void notify() override
    {
        ++notified;
        other.close();
    }
    Stream& other;
    int notified = 0;
};

} // namespace

TEST_CASE("a stream that another one closes in the same turn is not served any more", "[net]")
{
    Pair first;
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
    Stream second(first.loop);
    second.adopt(ends[0]);
    Closer close_second(second);
    Closer close_first(*first.stream);
    first.stream->set_owner(&close_second);
    second.set_owner(&close_first);
    first.stream->want_input();
    second.want_input();
    REQUIRE(write(first.other, "x", 1) == 1);
    REQUIRE(write(ends[1], "y", 1) == 1);
    REQUIRE(first.turn_until([&] { return close_first.notified + close_second.notified > 0; }));
    for (int i = 0; i < 5; ++i)
        first.loop.turn(1ms);
    CHECK(close_first.notified + close_second.notified == 1);
    close(ends[1]);
}

TEST_CASE("what came before a turn is known on every stream when the first is served", "[net]")
{
    Pair asking;
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
    Stream idle(asking.loop);
    idle.adopt(ends[0]);
    for (int i = 0; i < 5; ++i)
        asking.loop.turn(1ms);
    CHECK(idle.is_quiet());
    struct Looker final : Notified {
        explicit Looker(Stream& stream) : other(stream) {}
        void notify() override { quiet = other.is_quiet(); }
        Stream& other;
        bool quiet = true;
    } looker(idle);
    asking.stream->set_owner(&looker);
    asking.stream->want_input();
    REQUIRE(write(asking.other, "request", 7) == 7);
    REQUIRE(write(ends[1], "surplus", 7) == 7);
    REQUIRE(asking.turn_until([&] { return !asking.stream->input().empty(); }));
    CHECK_FALSE(looker.quiet);
    close(ends[1]);
}
