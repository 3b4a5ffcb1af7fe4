#include <weir/net/frame_pool.hpp>

#include <array>
#include <new>

namespace weir {

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool pooling = false;
#else
constexpr bool pooling = true;
#endif

constexpr std::size_t grain = 64;
constexpr std::size_t largest = 8192;       // a larger frame would be a mistake, but works
constexpr std::size_t kept_per_size = 1024; // bounds what one thread holds on to

struct Free {
    Free* next;
};

struct Pool {
    std::array<Free*, largest / grain> heads{};
    std::array<std::size_t, largest / grain> counts{};

    ~Pool()
    {
        for (Free*& head : heads)
            while (head != nullptr) {
                Free* next = head->next;
                ::operator delete(head);
                head = next;
            }
    }
};
thread_local Pool pool;

std::size_t size_class(std::size_t size)
{
    return (size + grain - 1) / grain - 1;
}

} // namespace

void* take_frame(std::size_t size)
{
    if (!pooling || size > largest) return ::operator new(size);
    const std::size_t index = size_class(size);
    Free* head = pool.heads[index];
    if (head == nullptr) return ::operator new((index + 1) * grain);
    pool.heads[index] = head->next;
    --pool.counts[index];
    return head;
}

void return_frame(void* frame, std::size_t size) noexcept
{
    if (!pooling || size > largest || pool.counts[size_class(size)] >= kept_per_size) {
        ::operator delete(frame);
        return;
    }
    const std::size_t index = size_class(size);
    pool.heads[index] = new (frame) Free{pool.heads[index]};
    ++pool.counts[index];
}

} // namespace weir
