#pragma once

#include <cstddef>
#include <new>

namespace weir {

// A place for the one operation that an object has under way, so that Asio allocates nothing for
// it. Larger operations, or a second one at a time, come from the heap.
class HandlerMemory {
public:
    HandlerMemory() = default;
    HandlerMemory(const HandlerMemory&) = delete;
    HandlerMemory& operator=(const HandlerMemory&) = delete;

    void* take(std::size_t size)
    {
        if (used_ || size > sizeof place_) return ::operator new(size);
        used_ = true;
        return place_;
    }
    void give_back(void* memory)
    {
        if (memory == place_) {
            used_ = false;
        } else {
            ::operator delete(memory);
        }
    }

private:
    alignas(std::max_align_t) std::byte place_[256];
    bool used_ = false;
};

template <typename T>
class HandlerAllocator {
public:
    using value_type = T;

    explicit HandlerAllocator(HandlerMemory& memory) : memory_(&memory) {}
    template <typename U>
    HandlerAllocator(const HandlerAllocator<U>& other) : memory_(other.memory_)
    {}

    T* allocate(std::size_t count) { return static_cast<T*>(memory_->take(count * sizeof(T))); }
    void deallocate(T* memory, std::size_t) { memory_->give_back(memory); }

    template <typename U>
    bool operator==(const HandlerAllocator<U>& other) const
    {
        return memory_ == other.memory_;
    }

private:
    template <typename U>
    friend class HandlerAllocator;
    HandlerMemory* memory_;
};

// A completion handler whose operation lives in `memory`.
template <typename Function>
struct PlacedHandler {
    HandlerMemory* memory;
    Function function;

    using allocator_type = HandlerAllocator<std::byte>;
    allocator_type get_allocator() const noexcept { return allocator_type(*memory); }

    template <typename... Arguments>
    void operator()(Arguments&&... arguments)
    {
        function(static_cast<Arguments&&>(arguments)...);
    }
};

template <typename Function>
PlacedHandler<Function> placed(HandlerMemory& memory, Function function)
{
    return {&memory, static_cast<Function&&>(function)};
}

} // namespace weir
