#include <weir/upstream/resolver.hpp>

#include "support/catch.hpp"

#include <thread>

#include <netinet/in.h>

using namespace weir;

namespace {

// Asks on a loop's thread while another one runs what the resolver needs.
std::vector<Endpoint> looked_up(const std::string& host)
{
    const SystemClock clock;
    boost::asio::io_context control;
    Resolver resolver(control);
    EventLoop loop(clock);
    std::vector<Endpoint> result;
    const auto loop_thread = std::this_thread::get_id();
    std::thread::id answered;
    resolver.resolve(loop, host, 8081, [&](std::vector<Endpoint> found) {
        answered = std::this_thread::get_id();
        result = std::move(found);
        loop.stop();
    });
    std::thread control_thread([&] { control.run(); });
    loop.run();
    control_thread.join();
    CHECK(answered == loop_thread);
    return result;
}

} // namespace

TEST_CASE("a name's addresses come back on the loop that asked, with the port", "[upstream]")
{
    const std::vector<Endpoint> found = looked_up("localhost");
    REQUIRE_FALSE(found.empty());
    for (const Endpoint& each : found) {
        const auto* address = reinterpret_cast<const sockaddr_in*>(each.data());
        CHECK(ntohs(address->sin_port) == 8081); // at the same place in IPv6
    }
}

TEST_CASE("a name that cannot be looked up has no addresses", "[upstream]")
{
    CHECK(looked_up("-not-a-name-").empty());
}
