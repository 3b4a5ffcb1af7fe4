#pragma once

#include <weir/net/alarm.hpp>
#include <weir/net/stream.hpp>
#include <weir/net/task.hpp>
#include <weir/upstream/resolver.hpp>
#include <weir/upstream/settings.hpp>

#include <memory>
#include <vector>

namespace weir {

class Upstream;

// One connection to a server, lent to one exchange at a time. While it is idle it keeps a read
// under way, so that a server which closes it is noticed before the next request is sent there.
class UpstreamConnection final : public Notified {
public:
    UpstreamConnection(Upstream& pool, std::size_t server, StreamPtr stream)
        : pool_(pool), server_(server), stream_(std::move(stream))
    {}

    Stream& stream() { return *stream_; }
    std::size_t server() const { return server_; }
    bool reused() const { return reused_; } // has served before: may turn out to be stale

    void notify() override; // while idle: closed, or bytes that nobody asked for

private:
    friend class Upstream;

    Upstream& pool_;
    std::size_t server_;
    StreamPtr stream_;
    bool reused_ = false;
};

using ConnectionPtr = std::unique_ptr<UpstreamConnection>;

// The servers of one upstream as one event loop sees them: which one is next, its idle
// connections, its addresses. Among several servers the one with the fewest requests in flight
// from this loop is chosen. One loop, one thread.
class Upstream {
public:
    Upstream(EventLoop& loop, Resolver& resolver, const UpstreamSettings& settings);
    ~Upstream();
    Upstream(const Upstream&) = delete;
    Upstream& operator=(const Upstream&) = delete;

    const UpstreamSettings& settings() const { return *settings_; }
    // "host:port" of a server, as a Host field for requests that bring none.
    const std::string& authority(std::size_t server) const;

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    // The server that the next attempt goes to; not the one at which the last attempt failed, if
    // there is another: who fails fast has the fewest requests in flight and would be chosen again.
    std::size_t choose(std::size_t failed = none);
    // An idle connection to it that looks alive, or nothing.
    ConnectionPtr take_idle(std::size_t server);

    enum class Fault : unsigned char { none, unreachable, timed_out, unresolved };
    struct Connected {
        ConnectionPtr connection; // or
        Fault fault = Fault::none;
    };
    // A new connection to it, tried at each of its addresses within connect_timeout. Sets `alarm`;
    // waits on `waiter`.
    Task<Connected> connect(std::size_t server, Waiter& waiter, Alarm& alarm);

    // Back after an exchange whose both messages were complete, or not to be used again.
    void give_back(ConnectionPtr connection);
    void discard(ConnectionPtr connection);

    void close_idle(); // drain

private:
    friend class UpstreamConnection;
    struct Server;

    void drop_idle(UpstreamConnection& connection);
    void resolve(Server& server);

    EventLoop& loop_;
    Resolver& resolver_;
    const UpstreamSettings* settings_;
    std::vector<std::unique_ptr<Server>> servers_;
    std::size_t turn_ = 0; // breaks ties
};

} // namespace weir
