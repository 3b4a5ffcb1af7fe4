#pragma once

#include <weir/net/buffer.hpp>
#include <weir/net/event_loop.hpp>
#include <weir/net/waiter.hpp>

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/generic/stream_protocol.hpp>

#include <cstddef>
#include <string_view>
#include <utility>

namespace weir {

// One connection, TCP or unix, to a client or a server. Bytes that arrive are put into input() and
// whoever owns the stream is notified; bytes that are sent go to the kernel at once as far as it
// takes them. Nothing here waits: the owner's coroutine does, on its Waiter.
//
// Reference-counted within its loop: an operation of Asio's that is under way keeps the stream
// (and the memory it reads into) alive; what others hold is a StreamPtr. One loop, one thread.
class Stream {
public:
    using Socket = boost::asio::basic_stream_socket<boost::asio::generic::stream_protocol,
                                                    boost::asio::io_context::executor_type>;
    enum class Sent : unsigned char {
        all,     // the kernel took everything
        blocked, // only a part; the owner will be notified when it takes more
        failed,  // the connection is broken for sending
    };

    explicit Stream(EventLoop& loop) : loop_(loop), socket_(loop.context().get_executor()) {}
    ~Stream() { close(); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    void adopt(int descriptor, int family); // an accepted socket; non-blocking from here on
    // Begins to connect; the owner is notified when connected() or connect_failed().
    void connect(const boost::asio::generic::stream_protocol::endpoint& endpoint);
    bool connected() const { return connected_; }
    bool connect_failed() const { return connect_error_ != 0; }
    int connect_error() const { return connect_error_; } // errno

    void set_owner(Notified* owner) { owner_ = owner; } // nullptr: nobody is notified

    Buffer& input() { return input_; }
    // Asks for bytes beyond those in input(); `size` is how much room they are given. Once asked
    // for, a read stays under way until bytes come or the connection ends, whoever owns it then.
    void want_input(std::size_t size = BufferPool::smallest);
    bool reading() const { return reading_; }
    // Whether nothing has come that has not been read yet, neither bytes nor the end: asks the
    // kernel, because what has come in this turn may not have been handed over.
    bool is_quiet();
    // Takes the first `bytes` of the input away as a block of its own, which no longer moves; what
    // lies behind them becomes the new input. Not while the input is pinned by a read.
    Buffer detach_input(std::size_t bytes);
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
    friend class EventLoop;
    friend class StreamPtr;

    void start_read();
    void take_read(std::size_t bytes, bool ended, bool failed);
    void notify();

    EventLoop& loop_;
    Socket socket_;
    Notified* owner_ = nullptr;
    Buffer input_;
    HandlerMemory read_memory_;
    HandlerMemory write_memory_;
    std::size_t read_size_ = 0;
    int references_ = 0;
    int connect_error_ = 0;
    bool open_ = false;
    bool connected_ = false;
    bool reading_ = false; // asked for: at the end of the turn, or under way
    bool input_ended_ = false;
    bool input_failed_ = false;
    bool send_blocked_ = false;
};

class StreamPtr {
public:
    StreamPtr() = default;
    explicit StreamPtr(Stream* stream) : stream_(stream) { hold(); }
    StreamPtr(const StreamPtr& other) : stream_(other.stream_) { hold(); }
    StreamPtr(StreamPtr&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
    StreamPtr& operator=(StreamPtr other) noexcept
    {
        std::swap(stream_, other.stream_);
        return *this;
    }
    ~StreamPtr()
    {
        if (stream_ != nullptr && --stream_->references_ == 0) delete stream_;
    }

    Stream* operator->() const { return stream_; }
    Stream& operator*() const { return *stream_; }
    explicit operator bool() const { return stream_ != nullptr; }

private:
    void hold()
    {
        if (stream_ != nullptr) ++stream_->references_;
    }

    Stream* stream_ = nullptr;
};

} // namespace weir
