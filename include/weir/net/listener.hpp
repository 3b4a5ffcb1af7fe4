#pragma once

#include <weir/base/address.hpp>
#include <weir/base/result.hpp>
#include <weir/net/event_loop.hpp>
#include <weir/net/settings.hpp>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/generic/stream_protocol.hpp>

#include <string>
#include <vector>

namespace weir {

// The bound sockets of one `listen:` entry, one for each event loop (SO_REUSEPORT: the kernel
// spreads connections), so that loops share no accept queue. Owns the descriptors until taken.
struct BoundAddress {
    std::vector<int> descriptors;
    int family = 0;
    std::string printed; // "127.0.0.1:8080", "[::1]:8080", "unix:/run/weir.sock"; the real port
};
Result<BoundAddress> bind_address(const ListenSettings& settings, unsigned loops);

// Accepts connections of one bound socket on one loop and hands each to `accepted`. When the
// process runs out of descriptors or memory it pauses and tries again, instead of spinning or
// giving up (C06). One loop, one thread.
class Listener {
public:
    struct Accepted {
        int descriptor;
        int family;
        IpAddress peer; // of a unix socket: 127.0.0.1, since whoever may open it is local
    };
    using Handler = void (*)(void* context, const Accepted& accepted);

    Listener(EventLoop& loop, int descriptor, int family, Handler handler, void* context);
    ~Listener() { close(); }

    void close(); // no further connection is accepted

private:
    static constexpr int accepted_per_turn =
        64; // so that a flood of connections cannot starve others
    static constexpr Duration pause = std::chrono::milliseconds(100);

    void wait();
    void accept_some();

    boost::asio::basic_socket_acceptor<boost::asio::generic::stream_protocol,
                                       boost::asio::io_context::executor_type>
        acceptor_;
    Deadline resume_;
    Handler handler_;
    void* context_;
    bool open_ = true;
};

} // namespace weir
