#include <weir/net/stream.hpp>

#include <algorithm>
#include <cerrno>
#include <utility>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace weir {

namespace {

constexpr std::uint32_t edges = EPOLLIN | EPOLLOUT | EPOLLRDHUP;

void send_without_delay(int descriptor, int family)
{
    if (family != AF_INET && family != AF_INET6) return;
    const int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

} // namespace

void Stream::adopt(int descriptor)
{
    descriptor_ = descriptor;
    open_ = connected_ = true;
    if (!loop_.poller().add(descriptor, *this, edges)) input_ended_ = input_failed_ = true;
}

void Stream::connect(const boost::asio::generic::stream_protocol::endpoint& endpoint)
{
    const int family = endpoint.protocol().family();
    descriptor_ = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor_ < 0) {
        connect_error_ = errno;
        return;
    }
    open_ = true;
    send_without_delay(descriptor_, family);
    const bool done =
        ::connect(descriptor_, endpoint.data(), static_cast<socklen_t>(endpoint.size())) == 0;
    if (!done && errno != EINPROGRESS) {
        connect_error_ = errno;
    } else if (!loop_.poller().add(descriptor_, *this, edges)) {
        connect_error_ = errno;
    } else {
        connected_ = done;
    }
}

void Stream::finish_connect()
{
    int error = 0;
    socklen_t size = sizeof error;
    if (getsockopt(descriptor_, SOL_SOCKET, SO_ERROR, &error, &size) != 0) error = errno;
    connect_error_ = error;
    connected_ = error == 0;
    changed_ = true;
}

void Stream::take_edge(std::uint32_t events)
{
    if (!connected_) {
        if ((events & (EPOLLOUT | EPOLLERR | EPOLLHUP)) != 0) finish_connect();
        if (!connected_) return;
    }
    if ((events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0) {
        broken_ = broken_ || (events & (EPOLLHUP | EPOLLERR)) != 0;
        ending_ = changed_ = true;
    }
    if ((events & EPOLLIN) != 0 || ending_) readable_ = true;
    if (send_blocked_ && (events & (EPOLLOUT | EPOLLHUP | EPOLLERR)) != 0) {
        send_blocked_ = false;
        changed_ = true;
    }
}

void Stream::want_input(std::size_t size)
{
    read_size_ = size;
    if (wanted_ || input_ended_ || !open_) return;
    wanted_ = true;
    if (readable_) loop_.poller().serve_soon(*this);
}

// The owner may be gone, and the stream with it, when it has been notified: that comes last.
void Stream::serve()
{
    if (wanted_ && readable_) {
        // A block that is nearly full is replaced by a larger one rather than filled byte by byte.
        constexpr std::size_t least_room = 512;
        if (input_.empty() && input_.capacity() < read_size_)
            input_.make_room(loop_.buffers(), read_size_);
        if (input_.room() < least_room)
            input_.make_room(loop_.buffers(), std::max(read_size_, input_.size() + read_size_));
        const std::size_t room = input_.room();
        const ssize_t got = ::recv(descriptor_, input_.tail(), room, MSG_DONTWAIT);
        if (got > 0) {
            input_.commit(static_cast<std::size_t>(got));
            // A short read has emptied the socket; what comes later is another edge (epoll(7)).
            if (static_cast<std::size_t>(got) < room && !ending_) readable_ = false;
        } else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
            if (errno == EINTR) {
                loop_.poller().serve_soon(*this);
            } else {
                readable_ = false;
            }
        } else {
            input_ended_ = true;
            input_failed_ = got < 0;
        }
        if (got > 0 || input_ended_) {
            wanted_ = false;
            changed_ = true;
        }
    }
    if (!std::exchange(changed_, false)) return;
    if (owner_ != nullptr) owner_->notify();
}

Buffer Stream::detach_input(std::size_t bytes)
{
    Buffer rest;
    const std::string_view view = input_.view();
    if (bytes < view.size()) rest.append(loop_.buffers(), view.substr(bytes));
    return std::exchange(input_, std::move(rest));
}

Stream::Sent Stream::send(std::string_view bytes, std::size_t& taken)
{
    taken = 0;
    if (!open_) return Sent::failed;
    while (taken < bytes.size()) {
        const ssize_t sent = ::send(descriptor_, bytes.data() + taken, bytes.size() - taken,
                                    MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) {
            taken += static_cast<std::size_t>(sent);
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK) return Sent::failed;
        // Only a send that was refused makes the kernel tell when there is room again.
        send_blocked_ = true;
        return Sent::blocked;
    }
    return Sent::all;
}

void Stream::shutdown_send()
{
    if (open_) ::shutdown(descriptor_, SHUT_WR);
}

void Stream::close()
{
    if (!open_) return;
    open_ = false;
    owner_ = nullptr;
    loop_.poller().forget(*this);
    ::close(descriptor_); // which also takes it out of epoll
}

void Stream::reset()
{
    if (!open_) return;
    const linger at_once{1, 0};
    setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close();
}

} // namespace weir
