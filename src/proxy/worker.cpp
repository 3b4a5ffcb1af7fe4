#include <weir/proxy/worker.hpp>

#include "exchange.hpp"
#include "session.hpp"

#include <weir/base/siphash.hpp>
#include <weir/telemetry/log.hpp>

#include <bit>
#include <string>
#include <utility>

namespace weir {

Random::Random()
{
    const SipSecret first = random_secret();
    const SipSecret second = random_secret();
    state_ = {first[0], first[1], second[0], second[1] | 1};
}

std::uint64_t Random::next()
{
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

Worker::Worker(EventLoop& loop, const World& world, EventWriter& writer)
    : loop_(loop), world_(world), log_(world.settings.log, writer)
{
    for (const UpstreamSettings& settings : world.settings.upstreams)
        upstreams_.push_back(std::make_unique<Upstream>(loop, world.resolver, settings));
    loop.on_tick([](void* self) { static_cast<Worker*>(self)->log_.flush(); }, this);
}

Worker::~Worker() = default;

void Worker::serve(const Listener::Accepted& accepted, bool proxy_protocol)
{
    StreamPtr client(new Stream(loop_));
    client->adopt(accepted.descriptor);
    spawn(run_session(
        std::make_unique<Session>(*this, std::move(client), accepted.peer, proxy_protocol)));
}

void Worker::drain()
{
    draining_ = true;
    for (const auto& upstream : upstreams_)
        upstream->close_idle();
    const std::vector<Session*> now = sessions_; // a notified session may end and leave the list
    for (Session* session : now)
        session->notify();
}

void Worker::close_all()
{
    while (!sessions_.empty()) {
        const std::size_t before = sessions_.size();
        sessions_.back()->abort();
        if (sessions_.size() == before) break; // it waits for something that we cannot cut short
    }
}

std::unique_ptr<Exchange> Worker::take_exchange()
{
    if (exchanges_.empty()) return std::make_unique<Exchange>(*this);
    std::unique_ptr<Exchange> exchange = std::move(exchanges_.back());
    exchanges_.pop_back();
    return exchange;
}

void Worker::give_back(std::unique_ptr<Exchange> exchange)
{
    constexpr std::size_t kept = 256;
    if (exchanges_.size() < kept) exchanges_.push_back(std::move(exchange));
}

// Somebody who waited in front of a request of this loop has gone. One message is enough for all
// who move up until it is read.
void Worker::turns_moved(void* self)
{
    Worker& worker = *static_cast<Worker*>(self);
    if (worker.moved_.exchange(true)) return;
    worker.loop_.post([&worker] {
        worker.moved_.store(false);
        const std::vector<Session*> now = worker.held_back_;
        for (Session* session : now)
            session->notify();
    });
}

// A limit that takes its cost from the body of answers cannot read compressed ones. The operator is
// told, but not once per request.
void Worker::note_unreadable(const std::string& route)
{
    constexpr Duration silence = std::chrono::minutes(1);
    ++unreadable_;
    if (loop_.now() - unreadable_told_ < silence) return;
    unreadable_told_ = loop_.now();
    log_warn("route '" + route + "': " + std::to_string(std::exchange(unreadable_, 0)) +
             " compressed answers could not be looked into for what they cost, and were charged "
             "what was reserved; have the upstream send them uncompressed");
}

void Worker::add(Session& session)
{
    session.position_ = sessions_.size();
    sessions_.push_back(&session);
}

void Worker::remove(Session& session)
{
    sessions_[session.position_] = sessions_.back();
    sessions_[session.position_]->position_ = session.position_;
    sessions_.pop_back();
}

} // namespace weir
