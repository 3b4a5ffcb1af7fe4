#include <weir/net/poller.hpp>

#include <weir/base/assert.hpp>

#include <algorithm>

#include <unistd.h>

namespace weir {

namespace {

Watched* watched_by(const epoll_event& edge)
{
    return static_cast<Watched*>(edge.data.ptr);
}

int whole_milliseconds(Duration patience)
{
    const auto rounded = std::chrono::ceil<std::chrono::milliseconds>(patience).count();
    return static_cast<int>(std::clamp<std::int64_t>(rounded, 0, 3'600'000));
}

} // namespace

Poller::Poller() : descriptor_(epoll_create1(EPOLL_CLOEXEC))
{
    WEIR_ASSERT(descriptor_ >= 0);
}

Poller::~Poller()
{
    close(descriptor_);
}

bool Poller::add(int descriptor, Watched& watched, std::uint32_t events)
{
    epoll_event event{};
    event.events = events | EPOLLET;
    event.data.ptr = &watched;
    return epoll_ctl(descriptor_, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

void Poller::remove(int descriptor)
{
    epoll_event ignored{};
    epoll_ctl(descriptor_, EPOLL_CTL_DEL, descriptor, &ignored);
}

void Poller::forget(Watched& watched)
{
    for (std::size_t i = 0; i < edge_count_; ++i)
        if (edges_[i].data.ptr == &watched) edges_[i].data.ptr = nullptr;
    std::replace(waiting_.begin(), waiting_.end(), &watched, static_cast<Watched*>(nullptr));
    std::replace(serving_.begin(), serving_.end(), &watched, static_cast<Watched*>(nullptr));
}

std::size_t Poller::turn(Duration patience)
{
    const int timeout = waiting_.empty() ? whole_milliseconds(patience) : 0;
    const int count = epoll_wait(descriptor_, edges_.data(), static_cast<int>(most_edges), timeout);
    edge_count_ = count > 0 ? static_cast<std::size_t>(count) : 0;
    const std::size_t taken = edge_count_;
    for (std::size_t i = 0; i < edge_count_; ++i)
        watched_by(edges_[i])->take_edge(edges_[i].events);
    // From here on anything may close itself or another; forget() takes it out of the lists.
    for (std::size_t i = 0; i < edge_count_; ++i)
        if (Watched* watched = watched_by(edges_[i])) watched->serve();
    edge_count_ = 0;

    serving_.swap(waiting_);
    for (std::size_t i = 0; i < serving_.size(); ++i)
        if (serving_[i] != nullptr) serving_[i]->serve();
    serving_.clear();
    return taken;
}

} // namespace weir
