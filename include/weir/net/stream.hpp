#pragma once

#include <weir/net/buffer.hpp>
#include <weir/net/event_loop.hpp>
#include <weir/net/waiter.hpp>

#include <boost/asio/generic/stream_protocol.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace weir {

// One connection, TCP or unix, to a client or a server. Bytes that arrive are put into input() and
// whoever owns the stream is notified; bytes that are sent go to the kernel at once as far as it
// takes them. Nothing here waits: the owner's coroutine does, on its Waiter. One loop, one thread.
class Stream final : public Watched {
public:
    enum class Sent : unsigned char {
        all,     // the kernel took everything
        blocked, // only a part; the owner will be notified when it takes more
        failed,  // the connection is broken for sending
    };

    explicit Stream(EventLoop& loop) : loop_(loop) {}
    ~Stream() { close(); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    void adopt(int descriptor); // an accepted, non-blocking socket
    // Begins to connect; the owner is notified when connected() or connect_failed().
    void connect(const boost::asio::generic::stream_protocol::endpoint& endpoint);
    bool connected() const { return connected_; }
    bool connect_failed() const { return connect_error_ != 0; }
    int connect_error() const { return connect_error_; } // errno

    void set_owner(Notified* owner) { owner_ = owner; } // nullptr: nobody is notified

    Buffer& input() { return input_; }
    // Asks for bytes beyond those in input(); `size` is how much room they are given. Once asked
    // for, they are awaited until some come or the connection ends, whoever owns it then.
    void want_input(std::size_t size = BufferPool::smallest);
    // Whether nothing has come that was not read, neither bytes nor the end, as far as the loop
    // knew when its turn began.
    bool is_quiet() const { return open_ && !readable_ && !input_ended_ && input_.empty(); }
    // Takes the first `bytes` of the input away as a block of its own, which no longer moves; what
    // lies behind them becomes the new input.
    Buffer detach_input(std::size_t bytes);
    // The other side has closed its sending side, or all of it; bytes may lie before the end.
    bool ending() const { return ending_; }
    bool broken() const { return broken_; }             // it takes nothing more either
    bool input_ended() const { return input_ended_; }   // FIN or an error; input() may hold a rest
    bool input_failed() const { return input_failed_; } // an error, not a FIN

    // Sends `bytes` now as far as possible; `taken` is how many the kernel took.
    Sent send(std::string_view bytes, std::size_t& taken);
    bool send_blocked() const { return send_blocked_; }

    void shutdown_send(); // FIN
    void close();         // at once; later calls do nothing
    void reset();         // close with a RST: what was sent must not look complete
    bool is_open() const { return open_; }

private:
    void take_edge(std::uint32_t events) override;
    void serve() override; // reads what is wanted, notifies of what has changed
    void finish_connect();

    EventLoop& loop_;
    Notified* owner_ = nullptr;
    Buffer input_;
    std::size_t read_size_ = 0;
    int descriptor_ = -1;
    int connect_error_ = 0;
    bool open_ = false;
    bool connected_ = false;
    bool readable_ = false; // since the last read that left nothing behind
    bool ending_ = false;   // epoll told of the end, which a read has yet to find
    bool broken_ = false;
    bool wanted_ = false;  // want_input() was called, and nothing has come since
    bool changed_ = false; // the owner is to be notified
    bool input_ended_ = false;
    bool input_failed_ = false;
    bool send_blocked_ = false;
};

using StreamPtr = std::unique_ptr<Stream>;

} // namespace weir
