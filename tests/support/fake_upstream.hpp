#pragma once

#include "support/byte_stream.hpp"
#include "support/message.hpp"
#include "support/socket.hpp"

#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace weir {

// What the upstream saw of one request.
struct UpstreamRequest {
    Millis at{}; // monotonic
    int connection = 0;
    MessageHead head;
    std::string method;
    std::string target;
    std::string version;
    std::string body;
    Fields trailers;
    bool whole = false; // head and body were received to their end

    const Fields& fields() const { return head.fields; }
    std::string field(std::string_view name) const { return head.fields.value(name); }
    std::string path() const { return target.substr(0, target.find('?')); }
};

class FakeUpstream;

// One request being answered, as a handler sees it. Every call that waits ends at once when the
// upstream is taken down.
class UpstreamExchange {
public:
    const UpstreamRequest& request() const { return request_; }

    bool read_body();                // to its end; false if it did not come whole
    bool send(std::string_view raw); // false when Weir has gone away
    // A whole answer with Content-Length (for HEAD without the body). The body of the request is
    // read first.
    bool answer(int status, std::string_view body, std::string_view fields = {});

    bool pause(Millis scripted);                         // false when taken down meanwhile
    Peer wait_for_close(Millis deadline);                // reads on until Weir closes or resets
    void close() { ending_ = Ending::close; }            // after the handler has returned
    void reset() { ending_ = Ending::reset; }            // with RST
    ByteStream& stream() { return stream_; }             // for tunnels
    int number_on_connection() const { return number_; } // 1 for the first request of a connection

private:
    friend class FakeUpstream;
    enum class Ending { keep, close, reset };

    UpstreamExchange(FakeUpstream& upstream, ByteStream& stream, int fd, std::size_t index,
                     UpstreamRequest request, int number)
        : upstream_(upstream), stream_(stream), fd_(fd), index_(index), number_(number),
          request_(std::move(request))
    {}

    FakeUpstream& upstream_;
    ByteStream& stream_;
    int fd_;
    std::size_t index_;
    int number_;
    UpstreamRequest request_;
    bool body_read_ = false;
    Ending ending_ = Ending::keep;
};

// A scripted origin: threads, one per connection, on a free port of 127.0.0.1 (or a unix socket).
// By default it answers every request with 200 and `ok`; handlers by path do the rest. It records
// all it sees, and reads so strictly that anything ambiguous Weir sends is a violation, which fails
// the test when the upstream is destroyed. Handlers run on the connections' threads.
class FakeUpstream {
public:
    using Handler = std::function<void(UpstreamExchange&)>;

    FakeUpstream();
    explicit FakeUpstream(const std::string& unix_path);
    ~FakeUpstream();
    FakeUpstream(const FakeUpstream&) = delete;
    FakeUpstream& operator=(const FakeUpstream&) = delete;

    std::uint16_t port() const { return port_; }
    std::string address() const { return address_; } // as `upstreams:` wants it

    void on(const std::string& path, Handler handler); // exact path
    void otherwise(Handler handler);                   // every other path
    // Sends FIN on connections that have been without a request for that long.
    void close_idle_after(Millis idle);
    // Bytes sent on each connection before any request has come.
    void greet_with(const std::string& bytes);
    // Stop and resume listening: connections are refused in between.
    void stop_listening();
    void resume_listening();
    void drop_connections(); // all of them, with FIN

    std::vector<UpstreamRequest> requests() const; // in order of arrival
    UpstreamRequest last() const;                  // throws if there was none
    std::size_t count() const;                     // requests seen, whole or not
    std::size_t count_whole() const;               // received to the end
    std::size_t count_path(std::string_view path) const;
    bool wait_for_requests(std::size_t count, Millis deadline = Millis(5000)) const;
    int connections() const; // accepted so far

private:
    friend class UpstreamExchange;
    struct Connection {
        Socket socket;
        std::thread thread;
    };

    void start_accepting();
    void accept_loop();
    void serve(Connection& connection, int number);
    bool serve_request(ByteStream& stream, Connection& connection, int number, int request_number);
    bool wait_for_request(ByteStream& stream);
    void violation(const std::string& what);
    bool stopping() const;

    std::uint16_t port_ = 0; // before the listener, which sets it
    Socket listener_;
    std::string address_;
    std::string unix_path_;
    std::thread acceptor_;

    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    bool stopping_ = false;
    bool accepting_ = false;
    std::map<std::string, Handler> handlers_;
    Handler otherwise_;
    std::string greeting_;
    Millis idle_limit_{0};
    std::list<Connection> connections_;
    int accepted_ = 0;
    std::vector<UpstreamRequest> requests_;
    std::vector<std::string> violations_;
};

} // namespace weir
