#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace weir {

// Serves one connection of the demo origin until it closes, requests one after another. Bodies are
// streamed, so memory is bounded; every wait has a deadline. Never throws for what a peer does.
boost::asio::awaitable<void> run_demo_session(boost::asio::ip::tcp::socket socket);

} // namespace weir
