#include <weir/net/poller.hpp>
#include <weir/net/stream.hpp>

#include "support/catch.hpp"

#include <array>
#include <string>

#include <sys/socket.h>
#include <unistd.h>

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("a turn without anything to do takes nothing", "[net]")
{
    Poller poller;
    CHECK(poller.turn(0ms) == 0);
}

TEST_CASE("bytes that do not fit one read are read in the next turns, all of them", "[net]")
{
    const SystemClock clock;
    EventLoop loop(clock);
    std::array<int, 2> ends{};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) == 0);
    Stream stream(loop);
    stream.adopt(ends[0]);
    const std::string sent(100'000, 'x');
    REQUIRE(write(ends[1], sent.data(), sent.size()) == static_cast<ssize_t>(sent.size()));
    std::size_t got = 0;
    for (int turn = 0; turn < 200 && got < sent.size(); ++turn) {
        stream.want_input();
        loop.poller().turn(0ms);
        got += stream.input().size();
        stream.input().consume(stream.input().size());
    }
    CHECK(got == sent.size());
    close(ends[1]);
    stream.want_input();
    for (int turn = 0; turn < 5; ++turn)
        loop.poller().turn(0ms);
    CHECK(stream.input_ended());
    CHECK_FALSE(stream.input_failed());
}
