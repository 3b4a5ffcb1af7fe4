#pragma once

#include <weir/base/time.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <sys/epoll.h>

namespace weir {

// Something with a descriptor that a loop watches.
class Watched {
public:
    virtual void take_edge(std::uint32_t events) = 0; // what epoll told; nobody is notified yet
    virtual void serve() = 0;                         // now act on it

protected:
    ~Watched() = default;
};

// Which of a loop's descriptors can be read or written, by edge-triggered epoll: each is registered
// once, and each edge is told once. Asio's own reactor would do, but it finds out whether there is
// something to read by trying, at the price of a system call each time there is not; here a receive
// is made only when bytes are known to be there.
//
// A turn has two steps: first everything watched is told what happened to it, then each is served,
// one after another. So whoever runs in the second step sees what had come by then on all streams,
// also on those whose turn is later. One loop, one thread.
class Poller {
public:
    Poller();
    ~Poller();
    Poller(const Poller&) = delete;
    Poller& operator=(const Poller&) = delete;

    // False: the kernel refused, errno says why.
    bool add(int descriptor, Watched& watched, std::uint32_t events);
    // Before a descriptor is closed that is not the only one of its file (dup); closing does else.
    void remove(int descriptor);
    void forget(Watched& watched); // it is closing: it is not served any more

    // Serves it at the end of this turn, or in the next one.
    void serve_soon(Watched& watched) { waiting_.push_back(&watched); }

    // Waits for an edge for at most `patience`, rounded up to milliseconds (not at all while
    // somebody waits for serve_soon()); serves. Returns how many edges there were.
    std::size_t turn(Duration patience);

private:
    static constexpr std::size_t most_edges = 256; // a turn

    int descriptor_;
    std::array<epoll_event, most_edges> edges_;
    std::size_t edge_count_ = 0;
    std::vector<Watched*> waiting_;
    std::vector<Watched*> serving_;
};

} // namespace weir
