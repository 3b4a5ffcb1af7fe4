#pragma once

#include <weir/base/address.hpp>
#include <weir/net/alarm.hpp>
#include <weir/net/stream.hpp>
#include <weir/net/task.hpp>
#include <weir/proxy/worker.hpp>

#include <memory>

namespace weir {

// One connection from a client: exchanges one after another until it closes. Between requests it
// holds nothing but the socket and its receive buffer.
class Session {
public:
    Session(Worker& worker, StreamPtr client, IpAddress peer, bool proxy_protocol);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    Task<void> run();

    void notify() { waiter_.notify(); }
    void abort(); // closes the connection under whatever is going on

private:
    friend class Exchange;
    friend class Worker;

    Task<bool> read_proxy_header();
    Task<bool> wait_for_request();
    Task<void> linger();

    Worker& worker_;
    StreamPtr client_;
    IpAddress peer_; // of the connection, or as the PROXY header told
    Waiter waiter_;
    Alarm alarm_;
    std::size_t position_ = 0; // in the worker's list
    bool proxy_protocol_;
};

Task<void> run_session(std::unique_ptr<Session> session); // owns it to the end

} // namespace weir
