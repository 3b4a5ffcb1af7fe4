#include <weir/net/listener.hpp>

#include <weir/base/assert.hpp>

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace weir {

namespace {

constexpr int backlog = 4096; // the kernel caps it at net.core.somaxconn

std::string printed_address(const sockaddr_storage& storage)
{
    if (storage.ss_family == AF_INET6) {
        const auto& v6 = reinterpret_cast<const sockaddr_in6&>(storage);
        std::array<std::uint8_t, 16> bytes;
        std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
        return '[' + IpAddress::v6(bytes).to_string() + "]:" + std::to_string(ntohs(v6.sin6_port));
    }
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(storage);
    std::array<std::uint8_t, 4> bytes;
    std::memcpy(bytes.data(), &v4.sin_addr, bytes.size());
    return IpAddress::v4(bytes).to_string() + ':' + std::to_string(ntohs(v4.sin_port));
}

Error system_error(const std::string& what)
{
    return Error{what + ": " + std::strerror(errno)};
}

// A socket file that nobody listens on any more is in the way of the next start; one that somebody
// does listen on, or a file of another kind, is not ours to remove.
void remove_stale_socket(const sockaddr_un& address)
{
    struct stat status;
    if (lstat(address.sun_path, &status) != 0 || !S_ISSOCK(status.st_mode)) return;
    const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (probe < 0) return;
    if (connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 &&
        errno == ECONNREFUSED)
        unlink(address.sun_path);
    close(probe);
}

Result<BoundAddress> bind_unix(const ListenSettings& settings, unsigned loops)
{
    BoundAddress bound;
    bound.printed = "unix:" + settings.unix_path;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (settings.unix_path.size() >= sizeof address.sun_path)
        return Error{bound.printed + ": the path is longer than a socket's may be"};
    std::memcpy(address.sun_path, settings.unix_path.data(), settings.unix_path.size());
    remove_stale_socket(address);
    const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return system_error(bound.printed);
    bound.descriptors.push_back(descriptor);
    if (bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        listen(descriptor, backlog) != 0) {
        const Error error = system_error("cannot listen on " + bound.printed);
        close(descriptor);
        return error;
    }
    // Unix sockets know no SO_REUSEPORT: all loops accept from the one queue.
    while (bound.descriptors.size() < loops)
        bound.descriptors.push_back(fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
    return bound;
}

int open_tcp(const sockaddr* address, socklen_t size)
{
    const int descriptor =
        socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    const int on = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    // Accepted sockets inherit it, which saves each a system call.
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (bind(descriptor, address, size) == 0 && listen(descriptor, backlog) == 0) return descriptor;
    const int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

// SO_REUSEPORT would let a second Weir, or another program of the same user, share the port
// without a word: half of the requests would go astray. So the port must be free to begin with.
bool port_is_taken(const sockaddr* address, socklen_t size)
{
    const int probe = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (probe < 0) return false;
    const int on = 1;
    setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const bool taken = bind(probe, address, size) != 0 && errno == EADDRINUSE;
    close(probe);
    return taken;
}

Result<BoundAddress> bind_tcp(const ListenSettings& settings, unsigned loops)
{
    const std::string name = settings.host + ':' + std::to_string(settings.port);
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    const int failed =
        getaddrinfo(settings.host.c_str(), std::to_string(settings.port).c_str(), &hints, &found);
    if (failed != 0) return Error{"cannot listen on " + name + ": " + gai_strerror(failed)};

    sockaddr_storage address{};
    socklen_t size = found->ai_addrlen;
    std::memcpy(&address, found->ai_addr, size);
    freeaddrinfo(found);
    auto* generic = reinterpret_cast<sockaddr*>(&address);

    BoundAddress bound;
    if (port_is_taken(generic, size)) {
        errno = EADDRINUSE;
        return system_error("cannot listen on " + name);
    }
    for (unsigned i = 0; i < loops; ++i) {
        const int descriptor = open_tcp(generic, size);
        if (descriptor < 0) {
            const Error error = system_error("cannot listen on " + name);
            for (int open : bound.descriptors)
                close(open);
            return error;
        }
        bound.descriptors.push_back(descriptor);
        // Port 0 was any free port; the other loops share the one that was found.
        getsockname(descriptor, generic, &size);
    }
    bound.printed = printed_address(address);
    return bound;
}

IpAddress peer_of(const sockaddr_storage& storage)
{
    if (storage.ss_family == AF_INET6) {
        std::array<std::uint8_t, 16> bytes;
        std::memcpy(bytes.data(), &reinterpret_cast<const sockaddr_in6&>(storage).sin6_addr,
                    bytes.size());
        return IpAddress::v6(bytes);
    }
    if (storage.ss_family == AF_INET) {
        std::array<std::uint8_t, 4> bytes;
        std::memcpy(bytes.data(), &reinterpret_cast<const sockaddr_in&>(storage).sin_addr,
                    bytes.size());
        return IpAddress::v4(bytes);
    }
    return IpAddress::v4({127, 0, 0, 1});
}

} // namespace

Result<BoundAddress> bind_address(const ListenSettings& settings, unsigned loops)
{
    return settings.unix_path.empty() ? bind_tcp(settings, loops) : bind_unix(settings, loops);
}

Listener::Listener(EventLoop& loop, int descriptor, Handler handler, void* context)
    : loop_(loop), descriptor_(descriptor),
      resume_(
          loop.wheel(), [](void* self) { static_cast<Listener*>(self)->serve(); }, this),
      handler_(handler), context_(context)
{
    WEIR_ASSERT(loop.poller().add(descriptor, *this, EPOLLIN));
}

void Listener::close()
{
    if (descriptor_ < 0) return;
    resume_.clear();
    loop_.poller().forget(*this);
    loop_.poller().remove(descriptor_); // a unix socket is open on other loops, too
    ::close(std::exchange(descriptor_, -1));
}

void Listener::serve()
{
    for (int i = 0; i < accepted_per_turn; ++i) {
        if (descriptor_ < 0) return; // closed by who was called
        sockaddr_storage peer{};
        socklen_t size = sizeof peer;
        const int descriptor = accept4(descriptor_, reinterpret_cast<sockaddr*>(&peer), &size,
                                       SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor >= 0) {
            handler_(context_, {descriptor, peer_of(peer)});
            continue;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) return;
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            resume_.set(pause);
            return;
        }
        // What is left (ECONNABORTED and the like) concerns one connection that is gone already.
    }
    loop_.poller().serve_soon(*this);
}

} // namespace weir
