#include "support/socket.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace weir {

Socket& Socket::operator=(Socket&& other) noexcept
{
    if (this != &other) {
        close();
        fd_ = other.release();
    }
    return *this;
}

void Socket::close()
{
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

void Socket::reset()
{
    const linger at_once{.l_onoff = 1, .l_linger = 0};
    setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close();
}

void Socket::half_close()
{
    ::shutdown(fd_, SHUT_WR);
}

int Socket::release()
{
    return std::exchange(fd_, -1);
}

[[noreturn]] static void fail(const std::string& what)
{
    throw std::runtime_error(what + ": " + std::strerror(errno));
}

static sockaddr_in ipv4(const char* address, std::uint16_t port)
{
    sockaddr_in result{};
    result.sin_family = AF_INET;
    result.sin_port = htons(port);
    if (inet_pton(AF_INET, address, &result.sin_addr) != 1)
        throw std::runtime_error(std::string("not an IPv4 address: ") + address);
    return result;
}

static sockaddr_un unix_address(const std::string& path)
{
    sockaddr_un result{};
    result.sun_family = AF_UNIX;
    if (path.size() >= sizeof result.sun_path)
        throw std::runtime_error("too long for a unix socket: " + path);
    std::memcpy(result.sun_path, path.c_str(), path.size() + 1);
    return result;
}

template <typename Address>
static const sockaddr* generic(const Address& address)
{
    return reinterpret_cast<const sockaddr*>(&address);
}

static Socket open_socket(int family)
{
    Socket result(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!result.valid()) fail("socket");
    return result;
}

static void send_without_delay(const Socket& socket)
{
    const int on = 1;
    setsockopt(socket.fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

Socket connect_tcp(std::uint16_t port, const ConnectOptions& options)
{
    Socket result = open_socket(AF_INET);
    if (options.receive_buffer > 0)
        setsockopt(result.fd(), SOL_SOCKET, SO_RCVBUF, &options.receive_buffer,
                   sizeof options.receive_buffer);
    if (!options.source.empty()) {
        const sockaddr_in source = ipv4(options.source.c_str(), 0);
        if (bind(result.fd(), generic(source), sizeof source) != 0) fail("bind " + options.source);
    }
    const sockaddr_in target = ipv4("127.0.0.1", port);
    if (connect(result.fd(), generic(target), sizeof target) != 0)
        fail("connect to port " + std::to_string(port));
    send_without_delay(result);
    return result;
}

Socket connect_unix(const std::string& path)
{
    Socket result = open_socket(AF_UNIX);
    const sockaddr_un target = unix_address(path);
    if (connect(result.fd(), generic(target), sizeof target) != 0) fail("connect to " + path);
    return result;
}

bool can_connect(std::uint16_t port)
{
    const Socket probe = open_socket(AF_INET);
    const sockaddr_in target = ipv4("127.0.0.1", port);
    return connect(probe.fd(), generic(target), sizeof target) == 0;
}

Socket listen_tcp(std::uint16_t& port)
{
    Socket result = open_socket(AF_INET);
    const int on = 1;
    setsockopt(result.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address = ipv4("127.0.0.1", port);
    socklen_t size = sizeof address;
    if (bind(result.fd(), generic(address), size) != 0 || listen(result.fd(), 1024) != 0)
        fail("listen");
    getsockname(result.fd(), reinterpret_cast<sockaddr*>(&address), &size);
    port = ntohs(address.sin_port);
    return result;
}

Socket listen_unix(const std::string& path)
{
    Socket result = open_socket(AF_UNIX);
    const sockaddr_un address = unix_address(path);
    if (bind(result.fd(), generic(address), sizeof address) != 0 || listen(result.fd(), 1024) != 0)
        fail("listen on " + path);
    return result;
}

std::uint16_t unused_port()
{
    std::uint16_t port = 0;
    listen_tcp(port);
    return port;
}

bool write_all(int fd, std::string_view bytes, Deadline deadline)
{
    while (!bytes.empty()) {
        const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(sent));
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN || deadline.passed()) return false;
        pollfd writable{.fd = fd, .events = POLLOUT, .revents = 0};
        poll(&writable, 1, deadline.poll_timeout());
    }
    return true;
}

} // namespace weir
