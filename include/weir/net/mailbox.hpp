#pragma once

#include <weir/net/poller.hpp>

#include <functional>
#include <mutex>
#include <vector>

namespace weir {

// What other threads want done on a loop's thread. Posting is safe from any thread.
class Mailbox final : public Watched {
public:
    explicit Mailbox(Poller& poller);
    ~Mailbox();
    Mailbox(const Mailbox&) = delete;
    Mailbox& operator=(const Mailbox&) = delete;

    void post(std::function<void()> task);
    void wake(); // the loop's turn ends, even if there is nothing to do

private:
    void take_edge(std::uint32_t) override {}
    void serve() override;

    int descriptor_; // eventfd
    std::mutex mutex_;
    std::vector<std::function<void()>> tasks_;
};

} // namespace weir
