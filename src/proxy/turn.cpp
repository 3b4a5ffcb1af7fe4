#include "exchange.hpp"

#include "session.hpp"

#include <weir/net/precise_timer.hpp>

namespace weir {

namespace {

// An end of the client's input that is there so soon came with the request (relay.cpp).
constexpr Duration first_look = std::chrono::milliseconds(10);

} // namespace

// Waits until every leaky bucket lets the request go. False: the client has gone, and those behind
// it have moved up.
Task<bool> Exchange::wait_turn()
{
    const Gate& gate = worker_.world_.gate;
    EventLoop& loop = worker_.loop_;
    PreciseTimer timer(loop.timers(), session_->waiter_);
    worker_.held_back_.push_back(session_);
    watch_began_ = loop.now();
    bool gone = false;
    for (;;) {
        const Instant leaves = gate.waiting_room().leaves_at(turn_);
        gone = client_has_left();
        if (gone || loop.now() >= leaves) break;
        timer.set(leaves);
        co_await session_->waiter_.change();
    }
    std::erase(worker_.held_back_, session_);
    if (gone) {
        gate.abandon(verdict_, turn_, loop.now());
    } else {
        gate.waiting_room().leave(turn_);
        held_for_ = loop.now() - began_;
    }
    co_return !gone;
}

bool Exchange::client_has_left()
{
    const Stream& client = *session_->client_;
    if (!client.is_open() || client.broken()) return true;
    if (!client.ending() || client_half_closed_) return false;
    client_half_closed_ = worker_.loop_.now() - watch_began_ < first_look;
    return !client_half_closed_;
}

} // namespace weir
