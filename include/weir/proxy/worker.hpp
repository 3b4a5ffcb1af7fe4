#pragma once

#include <weir/config/settings.hpp>
#include <weir/decision/gate.hpp>
#include <weir/net/event_loop.hpp>
#include <weir/net/listener.hpp>
#include <weir/route/route.hpp>
#include <weir/telemetry/event_log.hpp>
#include <weir/upstream/upstream.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace weir {

class Exchange;
class Session;

// What one configuration makes for all loops: immutable but for the memory store behind the gate,
// and the resolver.
struct World {
    const Settings& settings;
    const RouteTable& routes;
    const Gate& gate;
    Resolver& resolver;
};

// Pseudo-random numbers for request ids and jitter (xoshiro256**, Blackman and Vigna 2018), seeded
// from the system: not for secrets.
class Random {
public:
    Random();
    std::uint64_t next();

private:
    std::array<std::uint64_t, 4> state_;
};

// One event loop's share of the proxy: its sessions, its connections to every upstream, and what
// the exchanges reuse from request to request. One loop, one thread.
class Worker {
public:
    Worker(EventLoop& loop, const World& world, EventWriter& writer);
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // Serves an accepted connection until it ends.
    void serve(const Listener::Accepted& accepted, bool proxy_protocol);

    // From now on idle connections are closed, and every answer says that it is the last one.
    void drain();
    bool draining() const { return draining_; }
    std::size_t sessions() const { return sessions_.size(); }
    void close_all(); // ends what is still running

private:
    friend class Exchange;
    friend class Session;

    std::unique_ptr<Exchange> take_exchange();
    void give_back(std::unique_ptr<Exchange> exchange);
    static void turns_moved(void* self); // any thread
    void note_unreadable(const std::string& route);
    void add(Session& session);
    void remove(Session& session);

    EventLoop& loop_;
    World world_;
    EventLog log_;
    Random random_;
    std::vector<std::unique_ptr<Upstream>> upstreams_; // in the order of the settings
    std::vector<Session*> sessions_;
    std::vector<std::unique_ptr<Exchange>> exchanges_; // not in use
    std::uint64_t unreadable_ = 0; // compressed answers since the last word about them
    Instant unreadable_told_{};
    std::vector<Session*> held_back_; // by leaky buckets
    std::atomic<bool> moved_ = false; // some of them may go earlier; word of it is under way
    bool draining_ = false;
};

} // namespace weir
