#include <weir/server/server.hpp>

#include "unit.hpp"

#include <weir/telemetry/log.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>

#include <algorithm>
#include <csignal>

#include <sys/resource.h>
#include <unistd.h>

namespace weir {

struct Server::Parts {
    explicit Parts(Settings from)
        : settings(std::move(from)), routes(settings.routes, settings.paths),
          store(settings.max_keys), gate(store, random_secret()), writer(settings.log)
    {
        for (Route& route : routes.routes()) {
            const auto named = std::find_if(
                settings.upstreams.begin(), settings.upstreams.end(),
                [&](const UpstreamSettings& each) { return each.name == route.settings.upstream; });
            route.upstream = static_cast<std::size_t>(named - settings.upstreams.begin());
        }
    }

    // Immutable from here on, but for the store.
    Settings settings;
    RouteTable routes;
    MemoryStore store;
    Gate gate;
    SystemClock clock;

    // What is not on the request path, on the thread that calls run(): signals, names.
    boost::asio::io_context control{1};
    // From the first moment at which somebody may have been told that Weir is there.
    boost::asio::signal_set signals{control, SIGTERM, SIGINT, SIGHUP};
    Resolver resolver{control};
    EventWriter writer;
    std::vector<std::unique_ptr<Unit>> units;
    std::vector<std::string> addresses;
};

namespace {

unsigned loops_for(const Settings& settings)
{
    // As many as this process may use: containers and taskset are taken into account.
    return settings.threads > 0 ? settings.threads
                                : std::max(1U, std::thread::hardware_concurrency());
}

// Connections need descriptors: the soft limit is a default for programs that use select().
void raise_descriptor_limit()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

} // namespace

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts))
{}
Server::~Server() = default;

const std::vector<std::string>& Server::addresses() const
{
    return parts_->addresses;
}

Result<std::unique_ptr<Server>> Server::create(Settings settings)
{
    raise_descriptor_limit();
    auto parts = std::make_unique<Parts>(std::move(settings));
    const World world{parts->settings, parts->routes, parts->gate, parts->resolver};
    const unsigned loops = loops_for(parts->settings);
    for (unsigned i = 0; i < loops; ++i)
        parts->units.push_back(std::make_unique<Unit>(parts->clock, world, parts->writer));
    for (const ListenSettings& listen : parts->settings.listen) {
        Result<BoundAddress> bound = bind_address(listen, loops);
        if (!bound) return bound.error();
        for (unsigned i = 0; i < loops; ++i)
            parts->units[i]->listen(bound->descriptors[i], listen.proxy_protocol);
        parts->addresses.push_back(bound->printed);
    }
    return std::unique_ptr<Server>(new Server(std::move(parts)));
}

void Server::run()
{
    // A peer that goes away is an error of a call, never a signal.
    std::signal(SIGPIPE, SIG_IGN);
    Parts& parts = *parts_;
    bool draining = false;
    const std::function<void()> wait = [&] {
        parts.signals.async_wait([&](const boost::system::error_code& error, int signal) {
            if (error) return;
            if (signal == SIGHUP) {
                log_warn(
                    "SIGHUP: reloading is not in this version; restart to change the settings");
            } else if (draining) {
                log_warn("told to stop a second time: stopping at once");
                for (const auto& unit : parts.units)
                    unit->stop();
            } else {
                draining = true;
                log_info("stopping: no new connections; requests in flight are finished");
                for (const auto& unit : parts.units)
                    unit->drain(parts.settings.timeouts.drain);
            }
            wait();
        });
    };
    wait();

    std::size_t running = parts.units.size();
    std::vector<std::thread> threads;
    for (const auto& unit : parts.units)
        threads.emplace_back([&unit = *unit, &parts, &running] {
            unit.run();
            boost::asio::post(parts.control, [&parts, &running] {
                if (--running == 0) parts.control.stop();
            });
        });
    const auto work = boost::asio::make_work_guard(parts.control);
    parts.control.run();
    for (std::thread& thread : threads)
        thread.join();
    for (const ListenSettings& listen : parts.settings.listen)
        if (!listen.unix_path.empty()) unlink(listen.unix_path.c_str());
    log_info("stopped");
}

} // namespace weir
