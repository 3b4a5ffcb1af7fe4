#pragma once

#include "support/deadline.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace weir {

// One file descriptor of a socket. Closed by the destructor; moves, does not copy. The free
// functions throw std::runtime_error where the test's own machinery fails (no port, no memory).
class Socket {
public:
    Socket() = default;
    explicit Socket(int fd) : fd_(fd) {}
    Socket(Socket&& other) noexcept : fd_(other.release()) {}
    Socket& operator=(Socket&& other) noexcept;
    ~Socket() { close(); }

    int fd() const { return fd_; }
    bool valid() const { return fd_ >= 0; }
    void close();
    void reset();      // the peer gets RST instead of FIN
    void half_close(); // FIN; reading goes on
    int release();

private:
    int fd_ = -1;
};

struct ConnectOptions {
    std::string source;     // address to connect from; empty: the system's choice
    int receive_buffer = 0; // SO_RCVBUF, before connecting; 0: the system's choice
};

Socket connect_tcp(std::uint16_t port, const ConnectOptions& options = {}); // to 127.0.0.1
Socket connect_unix(const std::string& path);
bool can_connect(std::uint16_t port);

Socket listen_tcp(std::uint16_t& port); // 0 becomes the port that was given
Socket listen_unix(const std::string& path);
std::uint16_t unused_port(); // nothing listens there

// Writes all of it; false when the peer is gone or does not read until the deadline.
bool write_all(int fd, std::string_view bytes, Deadline deadline);

} // namespace weir
