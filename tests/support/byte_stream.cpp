#include "support/byte_stream.hpp"

#include <cerrno>
#include <poll.h>
#include <sys/socket.h>

namespace weir {

std::string ByteStream::take(std::size_t size)
{
    std::string result(buffered().substr(0, size));
    start_ += result.size();
    if (start_ == buffer_.size()) {
        buffer_.clear();
        start_ = 0;
    } else if (start_ > 64 * 1024) {
        buffer_.erase(0, start_);
        start_ = 0;
    }
    return result;
}

bool ByteStream::fill(Deadline deadline)
{
    char bytes[64 * 1024];
    while (peer_ == Peer::open) {
        const ssize_t size = ::recv(fd_, bytes, sizeof bytes, MSG_DONTWAIT);
        if (size > 0) {
            buffer_.append(bytes, static_cast<std::size_t>(size));
            return true;
        }
        if (size == 0) {
            peer_ = Peer::closed;
        } else if (errno == EAGAIN) {
            if (deadline.passed()) return false;
            pollfd readable{.fd = fd_, .events = POLLIN, .revents = 0};
            poll(&readable, 1, deadline.poll_timeout());
        } else if (errno != EINTR) {
            peer_ = Peer::reset;
        }
    }
    return false;
}

bool ByteStream::fill_to(std::size_t size, Deadline deadline)
{
    while (buffered().size() < size) {
        if (!fill(deadline)) return false;
    }
    return true;
}

Peer ByteStream::wait_for_close(Deadline deadline)
{
    while (fill(deadline)) {
    }
    return peer_;
}

} // namespace weir
