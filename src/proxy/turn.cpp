#include "exchange.hpp"

#include "session.hpp"

#include <weir/net/precise_timer.hpp>

namespace weir {

// Waits until every leaky bucket lets the request go. False: the client has gone, and those behind
// it have moved up.
Task<bool> Exchange::wait_turn()
{
    const Gate& gate = worker_.world_.gate;
    EventLoop& loop = worker_.loop_;
    PreciseTimer timer(loop.timers(), session_->waiter_);
    worker_.held_back_.push_back(session_);
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

// An end of the client's input that comes with its request is a client that closes its sending side
// and waits for the answer (RFC 9112 9.6); one that comes later is a client that went away.
bool Exchange::client_has_left()
{
    constexpr Duration with_its_request = std::chrono::milliseconds(50);
    const Stream& client = *session_->client_;
    if (!client.is_open() || client.broken()) return true;
    // Without a body the request was whole when it began.
    if (!watched_since_)
        watched_since_ = upload_.kind() == BodyKind::none ? began_ : worker_.loop_.now();
    if (!client.ending() || client_half_closed_) return false;
    client_half_closed_ = worker_.loop_.now() - *watched_since_ < with_its_request;
    return !client_half_closed_;
}

} // namespace weir
