#include <weir/upstream/upstream.hpp>

#include "server.hpp"

#include <weir/base/address.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <algorithm>

namespace weir {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

// Addresses of a name are looked up again after this time, in the background; the resolver of the
// C library does not tell the TTL. Until an answer comes the last good ones are used.
constexpr Duration lookup_every = std::chrono::seconds(30);
constexpr Duration lookup_after_failure = std::chrono::seconds(1);

tcp::endpoint tcp_endpoint(const IpAddress& address, std::uint16_t port)
{
    if (address.is_v6()) {
        asio::ip::address_v6::bytes_type bytes;
        std::copy(address.bytes().begin(), address.bytes().end(), bytes.begin());
        return {asio::ip::address_v6(bytes), port};
    }
    asio::ip::address_v4::bytes_type bytes;
    std::copy_n(address.bytes().begin(), 4, bytes.begin());
    return {asio::ip::address_v4(bytes), port};
}

} // namespace

Upstream::Server::Server(const ServerSettings& from, std::size_t position)
    : settings(&from), index(position)
{
    if (!settings->unix_path.empty()) {
        authority = "localhost";
        endpoints.emplace_back(asio::local::stream_protocol::endpoint(settings->unix_path));
        return;
    }
    const bool bracketed = settings->host.find(':') != std::string::npos;
    authority = (bracketed ? '[' + settings->host + ']' : settings->host) + ':' +
                std::to_string(settings->port);
    if (const auto address = IpAddress::parse(settings->host)) {
        endpoints.emplace_back(tcp_endpoint(*address, settings->port));
    } else {
        is_name = true;
    }
}

Upstream::Upstream(EventLoop& loop, Resolver& resolver, const UpstreamSettings& settings)
    : loop_(loop), resolver_(resolver), settings_(&settings)
{
    for (std::size_t i = 0; i < settings.servers.size(); ++i)
        servers_.push_back(std::make_unique<Server>(settings.servers[i], i));
}

Upstream::~Upstream() = default;

const std::string& Upstream::authority(std::size_t server) const
{
    return servers_[server]->authority;
}

std::size_t Upstream::choose(std::size_t failed)
{
    if (servers_.size() == 1) return 0;
    ++turn_; // among equals each in its turn
    std::size_t best = none;
    for (std::size_t i = 0; i < servers_.size(); ++i) {
        const std::size_t other = (turn_ + i) % servers_.size();
        if (other == failed) continue;
        if (best == none || servers_[other]->in_flight < servers_[best]->in_flight) best = other;
    }
    return best;
}

ConnectionPtr Upstream::take_idle(std::size_t index)
{
    Server& server = *servers_[index];
    while (!server.idle.empty()) {
        ConnectionPtr connection = std::move(server.idle.back());
        server.idle.pop_back();
        if (connection->stream_->is_quiet()) {
            ++server.in_flight;
            return connection;
        }
        // Bytes that nobody asked for must never become the answer to the next request.
        connection->stream_->close();
    }
    return nullptr;
}

void Upstream::give_back(ConnectionPtr connection)
{
    Server& server = *servers_[connection->server_];
    --server.in_flight;
    Stream& stream = *connection->stream_;
    if (!stream.is_open() || stream.input_ended() || !stream.input().empty() ||
        stream.send_blocked() || server.idle.size() >= settings_->keepalive) {
        stream.close();
        return;
    }
    connection->reused_ = true;
    stream.input().shrink();
    stream.set_owner(connection.get());
    stream.want_input();
    server.idle.push_back(std::move(connection));
}

void Upstream::discard(ConnectionPtr connection)
{
    --servers_[connection->server_]->in_flight;
    connection->stream_->close();
}

void UpstreamConnection::notify()
{
    pool_.drop_idle(*this);
}

void Upstream::drop_idle(UpstreamConnection& connection)
{
    auto& idle = servers_[connection.server_]->idle;
    const auto found = std::find_if(idle.begin(), idle.end(), [&](const ConnectionPtr& each) {
        return each.get() == &connection;
    });
    if (found == idle.end()) return;
    (*found)->stream_->close();
    idle.erase(found);
}

void Upstream::close_idle()
{
    for (const auto& server : servers_) {
        for (const ConnectionPtr& connection : server->idle)
            connection->stream_->close();
        server->idle.clear();
    }
}

void Upstream::resolve(Server& server)
{
    if (server.resolving) return;
    server.resolving = true;
    resolver_.resolve(loop_, server.settings->host, server.settings->port,
                      [&server, this](std::vector<Endpoint> found) {
                          server.resolving = false;
                          server.resolved_at = loop_.now();
                          server.resolve_failed = found.empty();
                          if (!found.empty()) server.endpoints = std::move(found);
                          for (Waiter* waiter : std::exchange(server.waiting, {}))
                              waiter->notify();
                      });
}

Task<Upstream::Connected> Upstream::connect(std::size_t index, Waiter& waiter, Alarm& alarm)
{
    Server& server = *servers_[index];
    alarm.set(settings_->connect_timeout);
    if (server.is_name) {
        const Duration age = loop_.now() - server.resolved_at;
        if (age > (server.resolve_failed ? lookup_after_failure : lookup_every)) resolve(server);
        while (server.endpoints.empty() && server.resolving && !alarm.expired()) {
            server.waiting.push_back(&waiter);
            co_await waiter.change();
            std::erase(server.waiting, &waiter);
        }
        if (server.endpoints.empty()) {
            const Fault fault = alarm.expired() ? Fault::timed_out : Fault::unresolved;
            co_return Connected{nullptr, fault};
        }
    }

    const auto endpoints = server.endpoints; // may be looked up anew while we wait
    for (const auto& endpoint : endpoints) {
        StreamPtr stream(new Stream(loop_));
        stream->set_owner(&waiter);
        stream->connect(endpoint);
        while (!stream->connected() && !stream->connect_failed() && !alarm.expired())
            co_await waiter.change();
        if (stream->connected()) {
            ++server.in_flight;
            co_return Connected{
                std::make_unique<UpstreamConnection>(*this, server.index, std::move(stream)),
                Fault::none};
        }
        stream->close();
        if (alarm.expired()) co_return Connected{nullptr, Fault::timed_out};
    }
    server.resolved_at = Instant{}; // perhaps it has moved
    co_return Connected{nullptr, Fault::unreachable};
}

} // namespace weir
