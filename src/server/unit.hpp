#pragma once

#include <weir/net/event_loop.hpp>
#include <weir/net/listener.hpp>
#include <weir/proxy/worker.hpp>

#include <memory>
#include <thread>
#include <vector>

namespace weir {

// One event loop with all that lives on it, and its part in the drain. All but the constructor
// and post() runs on the loop's thread.
class Unit {
public:
    Unit(const Clock& clock, const World& world, EventWriter& writer);
    Unit(const Unit&) = delete;
    Unit& operator=(const Unit&) = delete;

    void listen(int descriptor, bool proxy_protocol); // before run()
    void run() { loop_.run(); }

    // From any thread: stop accepting, finish what is running for at most `patience`, then stop.
    void drain(Duration patience);
    void stop() { loop_.stop(); } // from any thread: at once

private:
    struct Door {
        Unit& unit;
        bool proxy_protocol;
        std::unique_ptr<Listener> listener = nullptr;
    };

    void check_drain();

    EventLoop loop_;
    Worker worker_;
    std::vector<std::unique_ptr<Door>> doors_;
    Instant drain_ends_{};
};

} // namespace weir
