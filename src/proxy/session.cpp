#include "session.hpp"

#include "exchange.hpp"

#include <weir/http/proxy_protocol.hpp>

namespace weir {

Session::Session(Worker& worker, StreamPtr client, IpAddress peer, bool proxy_protocol)
    : worker_(worker), client_(std::move(client)), peer_(peer),
      alarm_(worker.loop_.wheel(), waiter_), proxy_protocol_(proxy_protocol)
{
    client_->set_owner(&waiter_);
    worker_.add(*this);
}

Session::~Session()
{
    client_->close();
    worker_.remove(*this);
}

Task<void> run_session(std::unique_ptr<Session> session)
{
    co_await session->run();
}

void Session::abort()
{
    client_->close();
    waiter_.notify();
}

Task<void> Session::run()
{
    if (proxy_protocol_ && !co_await read_proxy_header()) co_return;
    for (;;) {
        if (client_->input().empty() && !co_await wait_for_request()) co_return;
        std::unique_ptr<Exchange> exchange = worker_.take_exchange();
        const Exchange::Next next = co_await exchange->serve(*this);
        worker_.give_back(std::move(exchange));
        if (next == Exchange::Next::linger) co_await linger();
        if (next != Exchange::Next::request) co_return;
    }
}

// Waits for the first byte of a request. False: the connection ends, and nobody is owed an answer.
Task<bool> Session::wait_for_request()
{
    alarm_.set(worker_.world_.settings.timeouts.idle);
    client_->input().shrink();
    for (;;) {
        if (!client_->input().empty()) co_return true;
        if (client_->input_ended() || !client_->is_open()) co_return false;
        if (worker_.draining() || alarm_.expired()) co_return false;
        client_->want_input();
        co_await waiter_.change();
    }
}

// The PROXY header comes before anything else, complete and in time, or the connection is closed:
// a listener that is meant for a load balancer never guesses.
Task<bool> Session::read_proxy_header()
{
    if (!any_contains(worker_.world_.settings.trusted_proxies, peer_)) co_return false;
    alarm_.set(worker_.world_.settings.timeouts.header);
    for (;;) {
        const ProxyHeader header = parse_proxy_header(client_->input().view());
        if (header.status == ProxyHeader::Status::complete) {
            client_->input().consume(header.size);
            if (header.client) peer_ = *header.client;
            co_return true;
        }
        if (header.status == ProxyHeader::Status::faulty || client_->input_ended() ||
            alarm_.expired() || !client_->is_open())
            co_return false;
        client_->want_input();
        co_await waiter_.change();
    }
}

// The staged close (RFC 9112 9.6): the client still has bytes under way that nobody will read, and
// a plain close would answer them with a reset that can destroy the response before it is read. So
// only our direction is shut down, and a bounded rest is read and thrown away.
Task<void> Session::linger()
{
    constexpr Duration patience = std::chrono::seconds(2);
    constexpr std::size_t most = 64 * 1024;
    client_->shutdown_send();
    alarm_.set(patience);
    std::size_t drained = 0;
    for (;;) {
        drained += client_->input().size();
        client_->input().consume(client_->input().size());
        if (client_->input_ended() || alarm_.expired() || drained > most || !client_->is_open())
            co_return;
        client_->want_input();
        co_await waiter_.change();
    }
}

} // namespace weir
