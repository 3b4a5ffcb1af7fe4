#include <weir/net/buffer.hpp>

#include <algorithm>
#include <bit>

namespace weir {

namespace {

std::size_t class_of(std::size_t rounded)
{
    return static_cast<std::size_t>(std::countr_zero(rounded / BufferPool::smallest));
}

} // namespace

BufferPool::Memory BufferPool::take(std::size_t& size)
{
    size = std::bit_ceil(std::max(size, smallest));
    if (size <= largest) {
        auto& free = free_[class_of(size)];
        if (!free.empty()) {
            Memory memory = std::move(free.back());
            free.pop_back();
            return memory;
        }
    }
    return Memory(new char[size]);
}

void BufferPool::give_back(Memory memory, std::size_t size)
{
    if (size > largest) return;
    auto& free = free_[class_of(size)];
    if ((free.size() + 1) * size <= kept_bytes_per_class) free.push_back(std::move(memory));
}

void Buffer::make_room(BufferPool& pool, std::size_t capacity)
{
    if (size_ >= capacity) {
        if (begin_ > 0) {
            std::memmove(memory_.get(), memory_.get() + begin_, end_ - begin_);
            end_ -= begin_;
            begin_ = 0;
        }
        return;
    }
    std::size_t size = capacity;
    BufferPool::Memory larger = pool.take(size);
    const std::size_t held = end_ - begin_;
    if (held > 0) std::memcpy(larger.get(), memory_.get() + begin_, held);
    release();
    pool_ = &pool;
    memory_ = std::move(larger);
    size_ = size;
    begin_ = 0;
    end_ = held;
}

void Buffer::append(BufferPool& pool, std::string_view bytes)
{
    if (room() < bytes.size()) make_room(pool, size() + bytes.size());
    std::memcpy(tail(), bytes.data(), bytes.size());
    commit(bytes.size());
}

void Buffer::release()
{
    if (memory_) pool_->give_back(std::move(memory_), size_);
    size_ = begin_ = end_ = 0;
}

} // namespace weir
