#include <weir/net/mailbox.hpp>

#include <weir/base/assert.hpp>

#include <utility>

#include <sys/eventfd.h>
#include <unistd.h>

namespace weir {

Mailbox::Mailbox(Poller& poller) : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    WEIR_ASSERT(descriptor_ >= 0);
    WEIR_ASSERT(poller.add(descriptor_, *this, EPOLLIN));
}

Mailbox::~Mailbox()
{
    close(descriptor_);
}

void Mailbox::post(std::function<void()> task)
{
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back(std::move(task));
    }
    wake();
}

// Each write is an edge of its own, so nobody has to read the counter. It cannot overflow in a
// process's life; a write that failed for that would still leave an edge untaken.
void Mailbox::wake()
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(descriptor_, &one, sizeof one);
}

void Mailbox::serve()
{
    std::vector<std::function<void()>> tasks;
    {
        const std::lock_guard lock(mutex_);
        tasks.swap(tasks_);
    }
    for (const auto& task : tasks)
        task();
}

} // namespace weir
