#include "exchange.hpp"

#include "session.hpp"

#include <weir/net/precise_timer.hpp>

namespace weir {

namespace {

constexpr std::size_t held_body_bytes = 64 * 1024; // of a body that is held back with its request

} // namespace

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
        // A client that goes away in the middle of its body shows only to who reads it.
        Stream& client = *session_->client_;
        if (!whole_request_is_here() && client.input().size() < held_body_bytes)
            client.want_input(held_body_bytes);
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
// and waits for the answer (RFC 9112 9.6); one that comes later is a client that went away, and so
// is one in the middle of a body.
bool Exchange::client_has_left()
{
    constexpr Duration with_its_request = std::chrono::milliseconds(50);
    Stream& client = *session_->client_;
    if (!client.is_open() || client.broken()) return true;
    if (!whole_request_is_here()) return client.input_ended();
    // Without a body the request was whole when it began.
    if (!watched_since_)
        watched_since_ = upload_.kind() == BodyKind::none ? began_ : worker_.loop_.now();
    if (!client.ending() || client_half_closed_) return false;
    client_half_closed_ = worker_.loop_.now() - *watched_since_ < with_its_request;
    return !client_half_closed_;
}

// As far as can be told without taking the body: while a request is held back, what comes of it
// stays in the receive buffer.
bool Exchange::whole_request_is_here() const
{
    if (upload_.done()) return true;
    const Buffer& input = session_->client_->input();
    if (upload_.kind() == BodyKind::length) return input.size() >= upload_.left();
    return input.view().ends_with("\r\n\r\n");
}

} // namespace weir
