#pragma once

#include "support/deadline.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace weir {

// What the other side of a connection has done, as far as reading has noticed.
enum class Peer { open, closed, reset };

// Buffered reading from a socket, with a deadline on each wait. Does not own the descriptor.
class ByteStream {
public:
    explicit ByteStream(int fd) : fd_(fd) {}

    std::string_view buffered() const { return std::string_view(buffer_).substr(start_); }
    std::string take(std::size_t size); // the first bytes of what is buffered

    // Waits for more bytes. False at the end of the stream, on a reset and at the deadline.
    bool fill(Deadline deadline);
    // Waits until that many bytes are buffered.
    bool fill_to(std::size_t size, Deadline deadline);

    Peer peer() const { return peer_; }
    // Waits until the peer closes or resets; what comes before stays buffered.
    Peer wait_for_close(Deadline deadline);

private:
    int fd_;
    std::string buffer_;
    std::size_t start_ = 0;
    Peer peer_ = Peer::open;
};

} // namespace weir
