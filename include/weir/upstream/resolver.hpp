#pragma once

#include <weir/net/event_loop.hpp>

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace weir {

using Endpoint = boost::asio::generic::stream_protocol::endpoint;

// Looks up names for all loops: getaddrinfo(3), which blocks, on a thread of Asio's.
class Resolver {
public:
    using Found = std::function<void(std::vector<Endpoint>)>; // none: it could not be looked up

    // `control` is run by somebody for as long as answers are wanted. An answer to a loop that has
    // been destroyed must not come: control is stopped before the loops go.
    explicit Resolver(boost::asio::io_context& control) : control_(control) {}

    // From a loop's thread; `found` is called on it.
    void resolve(EventLoop& loop, const std::string& host, std::uint16_t port, Found found);

private:
    boost::asio::io_context& control_;
};

} // namespace weir
