#include <weir/net/stream.hpp>

#include <weir/base/assert.hpp>

#include <boost/asio/buffer.hpp>

#include <algorithm>
#include <cerrno>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace weir {

namespace asio = boost::asio;

namespace {

void send_without_delay(Stream::Socket& socket, int family)
{
    if (family != AF_INET && family != AF_INET6) return;
    const int on = 1;
    setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

} // namespace

void Stream::adopt(int descriptor, int family)
{
    boost::system::error_code error;
    socket_.assign(asio::generic::stream_protocol(family, 0), descriptor, error);
    if (error) {
        ::close(descriptor);
        input_ended_ = input_failed_ = true;
        return;
    }
    open_ = connected_ = true;
    socket_.non_blocking(true, error);
    send_without_delay(socket_, family);
}

void Stream::connect(const asio::generic::stream_protocol::endpoint& endpoint)
{
    boost::system::error_code error;
    socket_.open(endpoint.protocol(), error);
    if (error) {
        connect_error_ = error.value();
        return;
    }
    open_ = true;
    socket_.non_blocking(true, error);
    send_without_delay(socket_, endpoint.protocol().family());
    socket_.async_connect(
        endpoint, placed(write_memory_, [self = StreamPtr(this)](boost::system::error_code result) {
            if (!self->open_) return;
            if (result) {
                self->connect_error_ = result.value();
            } else {
                self->connected_ = true;
            }
            self->notify();
        }));
}

void Stream::want_input(std::size_t size)
{
    read_size_ = size;
    if (reading_ || input_ended_ || !open_) return;
    reading_ = true;
    loop_.read_at_end_of_turn(*this);
}

void Stream::start_read()
{
    if (!open_) return;
    // A block that is nearly full is replaced by a larger one rather than filled byte by byte.
    constexpr std::size_t least_room = 512;
    if (input_.empty() && input_.capacity() < read_size_)
        input_.make_room(loop_.buffers(), read_size_);
    if (input_.room() < least_room)
        input_.make_room(loop_.buffers(), std::max(read_size_, input_.size() + read_size_));
    // Under load the bytes are there by now: then they are handed over right here, without the
    // way through the reactor and its queue.
    const ssize_t got = ::recv(socket_.native_handle(), input_.tail(), input_.room(), MSG_DONTWAIT);
    if (got >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
        take_read(got > 0 ? static_cast<std::size_t>(got) : 0, got <= 0, got < 0);
        return;
    }
    input_.pin();
    socket_.async_read_some(
        asio::buffer(input_.tail(), input_.room()),
        placed(read_memory_, [self = StreamPtr(this)](const boost::system::error_code& error,
                                                      std::size_t bytes) {
            self->input_.unpin();
            self->take_read(bytes, error.failed(), error.failed() && error != asio::error::eof);
        }));
}

bool Stream::is_quiet()
{
    if (!open_ || input_ended_ || !input_.empty()) return false;
    char byte;
    return ::recv(socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
           (errno == EAGAIN || errno == EWOULDBLOCK);
}

// Last in whatever calls it: the owner may be gone, and the stream with it, when it returns.
void Stream::take_read(std::size_t bytes, bool ended, bool failed)
{
    reading_ = false;
    if (!open_) return;
    input_.commit(bytes);
    input_ended_ = ended;
    input_failed_ = failed;
    notify();
}

Buffer Stream::detach_input(std::size_t bytes)
{
    WEIR_ASSERT(!input_.pinned());
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
        const ssize_t sent = ::send(socket_.native_handle(), bytes.data() + taken,
                                    bytes.size() - taken, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) {
            taken += static_cast<std::size_t>(sent);
            // A short count means that the socket's buffer is full: asking again would only fail.
            if (taken < bytes.size()) break;
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK) return Sent::failed;
        break;
    }
    if (taken == bytes.size()) return Sent::all;
    if (!send_blocked_) {
        send_blocked_ = true;
        socket_.async_wait(
            Socket::wait_write,
            placed(write_memory_, [self = StreamPtr(this)](const boost::system::error_code&) {
                self->send_blocked_ = false;
                if (self->open_) self->notify();
            }));
    }
    return Sent::blocked;
}

void Stream::notify()
{
    if (owner_ != nullptr) owner_->notify();
}

void Stream::shutdown_send()
{
    boost::system::error_code ignored;
    if (open_) socket_.shutdown(Socket::shutdown_send, ignored);
}

void Stream::close()
{
    if (!open_) return;
    open_ = false;
    owner_ = nullptr;
    loop_.forget(*this);
    boost::system::error_code ignored;
    socket_.close(ignored);
}

void Stream::reset()
{
    if (!open_) return;
    boost::system::error_code ignored;
    socket_.set_option(asio::socket_base::linger(true, 0), ignored);
    close();
}

} // namespace weir
