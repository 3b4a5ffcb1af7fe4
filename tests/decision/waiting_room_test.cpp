#include <weir/decision/waiting_room.hpp>

#include "support/catch.hpp"

#include <thread>
#include <vector>

using namespace weir;
using namespace std::chrono_literals;

namespace {

constexpr Instant start{std::chrono::hours{24 * 20'000}};

struct Waiting {
    static void moved(void* self) { ++static_cast<Waiting*>(self)->word; }
    std::atomic<int> word = 0;
    WaitingRoom::Turn turn{&moved, this};
};

void enter(WaitingRoom& room, Waiting& who, std::uint64_t key, Duration after)
{
    WaitingRoom::Hold hold(room);
    hold.add(key);
    hold.lock();
    room.enter(who.turn, key, start + after, 100ms, 0);
}

} // namespace

TEST_CASE("those behind one that goes move up, those before it and on other keys do not",
          "[decision]")
{
    WaitingRoom room;
    Waiting first;
    Waiting second;
    Waiting third;
    Waiting elsewhere;
    Waiting same_stripe;
    enter(room, first, 1, 160ms);
    enter(room, second, 1, 200ms);
    enter(room, third, 1, 300ms);
    enter(room, elsewhere, 2, 300ms);
    enter(room, same_stripe, 1 + 64, 300ms);
    CHECK(room.waiting() == 5);

    int given_back = 0;
    room.abandon(second.turn, start + 50ms, [&](std::size_t) { ++given_back; });
    CHECK(given_back == 1);
    CHECK_FALSE(second.turn.waits());
    CHECK(room.leaves_at(first.turn) == start + 160ms);
    CHECK(room.leaves_at(third.turn) == start + 200ms);
    CHECK(room.leaves_at(elsewhere.turn) == start + 300ms);
    CHECK(room.leaves_at(same_stripe.turn) == start + 300ms);
    CHECK(third.word == 1);
    CHECK(first.word == 0);
    CHECK(elsewhere.word == 0);

    // Never into the past.
    room.abandon(first.turn, start + 150ms, [](std::size_t) {});
    CHECK(room.leaves_at(third.turn) == start + 150ms);
    for (Waiting* left : {&third, &elsewhere, &same_stripe})
        room.leave(left->turn);
    CHECK(room.waiting() == 0);
}

TEST_CASE("a turn in several queues leaves with the last of them", "[decision]")
{
    WaitingRoom room;
    Waiting who;
    enter(room, who, 1, 100ms);
    enter(room, who, 2, 700ms);
    CHECK(room.leaves_at(who.turn) == start + 700ms);
    CHECK(room.waiting() == 2);
    room.leave(who.turn);
    CHECK(room.waiting() == 0);
}

TEST_CASE("many threads come and go, and nobody is left behind", "[decision]")
{
    WaitingRoom room;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&, thread] {
            Waiting who;
            for (int round = 0; round < 2'000; ++round) {
                {
                    WaitingRoom::Hold hold(room);
                    const std::uint64_t keys[] = {1, static_cast<std::uint64_t>(thread) + 2};
                    for (const std::uint64_t key : keys)
                        hold.add(key);
                    hold.lock();
                    for (const std::uint64_t key : keys)
                        room.enter(who.turn, key, start + round * 1ms, 1ms, 0);
                }
                if (round % 2 == 0)
                    room.leave(who.turn);
                else
                    room.abandon(who.turn, start, [](std::size_t) {});
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    CHECK(room.waiting() == 0);
}

TEST_CASE("a place whose moment has passed moves nobody up", "[decision]")
{
    WaitingRoom room;
    Waiting held_elsewhere; // passed key 1 at 100 ms, waits for key 2 until 10 s
    Waiting behind;
    enter(room, held_elsewhere, 1, 100ms);
    enter(room, held_elsewhere, 2, 10s);
    enter(room, behind, 1, 3s);
    int given_back = 0;
    room.abandon(held_elsewhere.turn, start + 2s, [&](std::size_t) { ++given_back; });
    CHECK(given_back == 1); // only where it still waited
    CHECK(room.leaves_at(behind.turn) == start + 3s);
    CHECK(behind.word == 0);
    room.leave(behind.turn);
    CHECK(room.waiting() == 0);
}
