#include "command_line.hpp"
#include "demo_session.hpp"
#include "verbs.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <exception>
#include <iostream>
#include <utility>

namespace weir {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr auto awaiting = asio::as_tuple(asio::use_awaitable);
constexpr auto pause_after_failed_accept = std::chrono::milliseconds(100);

void report_fault(const char* what, const std::exception_ptr& fault)
{
    if (!fault) return;
    try {
        std::rethrow_exception(fault);
    } catch (const std::exception& reason) {
        std::cerr << "weir demo-upstream: " << what << ": " << reason.what() << "\n";
    }
}

asio::awaitable<void> accept_all(tcp::acceptor acceptor)
{
    for (;;) {
        auto [error, socket] = co_await acceptor.async_accept(awaiting);
        if (!error) {
            asio::co_spawn(acceptor.get_executor(), run_demo_session(std::move(socket)),
                           [](std::exception_ptr fault) { report_fault("a connection", fault); });
            continue;
        }
        // Out of file descriptors, most likely: some come back when connections end.
        asio::steady_timer timer(acceptor.get_executor(), pause_after_failed_accept);
        co_await timer.async_wait(awaiting);
    }
}

int serve(std::uint16_t port)
{
    asio::io_context loop(1);
    const tcp::endpoint endpoint(asio::ip::address_v4::loopback(), port);
    boost::system::error_code error;
    tcp::acceptor acceptor(loop);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
        std::cerr << "weir demo-upstream: cannot listen on 127.0.0.1:" << port << ": "
                  << error.message() << "\n";
        return 1;
    }

    asio::signal_set signals(loop, SIGINT, SIGTERM);
    signals.async_wait([&loop](const boost::system::error_code&, int) { loop.stop(); });
    std::cout << "listening on 127.0.0.1:" << acceptor.local_endpoint().port() << std::endl;
    asio::co_spawn(loop, accept_all(std::move(acceptor)),
                   [](std::exception_ptr fault) { report_fault("the listener", fault); });
    loop.run();
    return 0;
}

} // namespace

int demo_upstream(const Arguments& arguments)
{
    std::uint16_t port = 9000;
    CommandLine line("demo-upstream");
    line.app.add_option("--port", port, "the port on 127.0.0.1; 0 picks a free one")
        ->capture_default_str();
    if (const auto code = line.parse(arguments)) return *code;
    return serve(port);
}

} // namespace weir
