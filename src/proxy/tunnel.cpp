#include "exchange.hpp"

#include "session.hpp"

namespace weir {

namespace {

// A tunnel in which neither side says anything for this long is given up: WebSockets have pings.
constexpr Duration tunnel_idle = std::chrono::hours(1);

// One direction of a tunnel.
struct Direction {
    Stream& from;
    Stream& to;
    bool ended = false; // all that `from` sent has been passed on, and its end too

    // Passes on what has come; false when the tunnel is broken.
    bool pump(bool& moved)
    {
        while (!ended) {
            Buffer& input = from.input();
            if (input.empty()) {
                if (from.input_failed()) return false;
                if (from.input_ended()) {
                    to.shutdown_send();
                    ended = true;
                    return true;
                }
                from.want_input(4 * BufferPool::smallest);
                return true;
            }
            if (to.send_blocked()) return true;
            std::size_t taken = 0;
            const Stream::Sent sent = to.send(input.view(), taken);
            input.consume(taken);
            moved = moved || taken > 0;
            if (sent == Stream::Sent::failed) return false;
        }
        return true;
    }
};

} // namespace

// After a 101 the connection belongs to another protocol (RFC 9110 7.8): bytes both ways, each
// side's end passed on to the other, until both have ended or one is broken.
Task<Exchange::Next> Exchange::tunnel()
{
    Upstream& upstream = *worker_.upstreams_[route_->upstream];
    Stream& client = *session_->client_;
    Stream& server = connection_->stream();
    Direction up{client, server};
    Direction down{server, client};
    session_->alarm_.set(tunnel_idle);
    bool was_half_ended = false;
    bool whole = end_ == End::upgraded && (send_out() || co_await flush_out());
    while (whole && !(up.ended && down.ended)) {
        bool moved = false;
        whole = up.pump(moved) && down.pump(moved);
        // Whoever has ended has perhaps gone altogether, which the other side may never notice.
        const bool half_ended = up.ended || down.ended;
        if (moved || half_ended != was_half_ended)
            session_->alarm_.set(half_ended ? upstream.settings().response_timeout : tunnel_idle);
        was_half_ended = half_ended;
        if (!whole || (up.ended && down.ended)) break;
        co_await session_->waiter_.change();
        whole = client.is_open() && !client.broken() && !session_->alarm_.expired();
    }
    if (!whole) client.reset();
    upstream.discard(std::move(connection_));
    co_return Next::close;
}

} // namespace weir
