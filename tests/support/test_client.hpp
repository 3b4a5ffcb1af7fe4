#pragma once

#include "support/byte_stream.hpp"
#include "support/message.hpp"
#include "support/socket.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weir {

// An answer as far as it came. `reading` says whether that is all of it.
struct Response {
    std::string version;
    int status = 0; // 0: not even a status line
    MessageHead head;
    Framing framing;
    std::string body;
    Fields trailers;
    std::vector<MessageHead> interim; // 1xx before the final answer
    Reading reading;

    bool complete() const { return reading.complete(); }
    const Fields& fields() const { return head.fields; }
    std::string field(std::string_view name) const { return head.fields.value(name); }
    std::int64_t number(std::string_view name) const; // of a field; -1 unless it is plain digits
    bool says_close() const;
};

struct Receive {
    bool to_head = false; // the request was HEAD: no body whatever the fields say
    Millis deadline = Millis(5000);
};

// A client that sends exactly the bytes it is told to, and reads strictly. Every wait has a
// deadline.
class TestClient {
public:
    explicit TestClient(std::uint16_t port, const ConnectOptions& options = {})
        : TestClient(connect_tcp(port, options))
    {}
    explicit TestClient(Socket socket) : socket_(std::move(socket)), stream_(socket_.fd()) {}

    // False when the peer has gone away meanwhile.
    bool send(std::string_view bytes, Millis deadline = Millis(5000));
    bool send_byte_by_byte(std::string_view bytes);
    void half_close() { socket_.half_close(); }
    void reset() { socket_.reset(); }
    void close() { socket_.close(); }

    Response receive(const Receive& options = {});
    // The head alone, past any 1xx; then the body of that response.
    Response receive_head(const Receive& options = {});
    void receive_body(Response& response, const Receive& options = {});
    // Sends and receives; throws std::runtime_error unless a complete answer came.
    Response ask(std::string_view request, const Receive& options = {});

    // For a connection that should end: what came of it. Reads on and keeps what arrives.
    Peer wait_for_close(Millis deadline = Millis(5000));
    // Bytes that are no message: tunnels, events. True once they have arrived.
    bool wait_for(std::string_view text, Millis deadline = Millis(5000));
    ByteStream& stream() { return stream_; }

private:
    Reading receive_status(Response& response, Deadline deadline);

    Socket socket_;
    ByteStream stream_;
};

// Requests for the host a.test; `fields` are whole lines with CRLF.
std::string get(std::string_view target, std::string_view fields = {});
std::string head(std::string_view target, std::string_view fields = {});
std::string post(std::string_view target, std::string_view body, std::string_view fields = {});

// The statuses of the same request asked again and again on one connection.
std::vector<int> ask_times(TestClient& client, std::string_view request, int times);
// One status for each request, all on one connection.
std::vector<int> ask_each(TestClient& client, const std::vector<std::string>& requests);

} // namespace weir
