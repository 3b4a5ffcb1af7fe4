#include <weir/net/listener.hpp>

#include "support/catch.hpp"

#include <cstdlib>
#include <filesystem>

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("port 0 finds a free port that all loops share", "[net]")
{
    const Result<BoundAddress> bound = bind_address({.host = "127.0.0.1"}, 3);
    REQUIRE(bound.ok());
    REQUIRE(bound->descriptors.size() == 3);
    in_port_t port = 0;
    for (int descriptor : bound->descriptors) {
        sockaddr_in address{};
        socklen_t size = sizeof address;
        REQUIRE(getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size) == 0);
        CHECK(address.sin_port != 0);
        if (port != 0) CHECK(address.sin_port == port);
        port = address.sin_port;
    }
    CHECK(bound->printed == "127.0.0.1:" + std::to_string(ntohs(port)));

    // SO_REUSEPORT must not let a second Weir take half of the connections without a word.
    const Result<BoundAddress> second = bind_address({.host = "127.0.0.1", .port = ntohs(port)}, 1);
    REQUIRE_FALSE(second.ok());
    CHECK_THAT(second.error().message, ContainsSubstring("in use"));
    for (int descriptor : bound->descriptors)
        close(descriptor);
}

TEST_CASE("a stale socket file is replaced, a live one and other files are not", "[net]")
{
    char folder[] = "/tmp/weir-listener-XXXXXX";
    REQUIRE(mkdtemp(folder) != nullptr);
    const std::string path = std::string(folder) + "/socket";
    Result<BoundAddress> first = bind_address({.unix_path = path}, 1);
    REQUIRE(first.ok());
    CHECK_FALSE(bind_address({.unix_path = path}, 1).ok());
    close(first->descriptors[0]);
    Result<BoundAddress> again = bind_address({.unix_path = path}, 2);
    REQUIRE(again.ok());
    for (int descriptor : again->descriptors)
        close(descriptor);
    CHECK_FALSE(bind_address({.unix_path = folder}, 1).ok());
    CHECK_FALSE(bind_address({.unix_path = std::string(200, 'x')}, 1).ok());
    std::filesystem::remove_all(folder);
}
