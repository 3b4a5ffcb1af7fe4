#pragma once

#include <weir/base/address.hpp>
#include <weir/base/result.hpp>
#include <weir/net/event_loop.hpp>
#include <weir/net/settings.hpp>

#include <string>
#include <vector>

namespace weir {

// The bound sockets of one `listen:` entry, one for each event loop (SO_REUSEPORT: the kernel
// spreads connections), so that loops share no accept queue. Owns the descriptors until taken.
struct BoundAddress {
    std::vector<int> descriptors;
    std::string printed; // "127.0.0.1:8080", "[::1]:8080", "unix:/run/weir.sock"; the real port
};
Result<BoundAddress> bind_address(const ListenSettings& settings, unsigned loops);

// Accepts connections of one bound socket on one loop and hands each to `accepted`. When the
// process runs out of descriptors or memory it pauses and tries again, instead of spinning or
// giving up (C06). One loop, one thread.
class Listener final : public Watched {
public:
    struct Accepted {
        int descriptor;
        IpAddress peer; // of a unix socket: 127.0.0.1, since whoever may open it is local
    };
    using Handler = void (*)(void* context, const Accepted& accepted);

    // Takes the descriptor.
    Listener(EventLoop& loop, int descriptor, Handler handler, void* context);
    ~Listener() { close(); }

    void close(); // no further connection is accepted

private:
    static constexpr int accepted_per_turn = 64; // a flood of connections must not starve others
    static constexpr Duration pause = std::chrono::milliseconds(100);

    void take_edge(std::uint32_t) override {}
    void serve() override;

    EventLoop& loop_;
    int descriptor_;
    Deadline resume_;
    Handler handler_;
    void* context_;
};

} // namespace weir
