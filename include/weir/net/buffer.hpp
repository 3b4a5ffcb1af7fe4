#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace weir {

// Receive buffers of one event loop: powers of two from 4 KiB to 1 MiB, handed out again when
// given back. One thread.
class BufferPool {
public:
    static constexpr std::size_t smallest = 4 * 1024;
    static constexpr std::size_t largest = 1024 * 1024;

    using Memory = std::unique_ptr<char[]>;

    Memory take(std::size_t& size); // rounds size up
    void give_back(Memory memory, std::size_t size);

private:
    static constexpr std::size_t classes = 9;
    static constexpr std::size_t kept_bytes_per_class = 4 * 1024 * 1024;
    std::array<std::vector<Memory>, classes> free_;
};

// Bytes received and not yet consumed: [begin, end) of a block from the pool; without a block when
// empty and idle. Views into it stay valid until bytes are consumed past them, or room is made.
class Buffer {
public:
    Buffer() = default;
    Buffer(Buffer&& other) noexcept { *this = std::move(other); }
    Buffer& operator=(Buffer&& other) noexcept
    {
        if (this != &other) {
            release();
            pool_ = other.pool_;
            memory_ = std::move(other.memory_);
            size_ = std::exchange(other.size_, 0);
            begin_ = std::exchange(other.begin_, 0);
            end_ = std::exchange(other.end_, 0);
        }
        return *this;
    }
    ~Buffer() { release(); }

    std::string_view view() const { return {memory_.get() + begin_, end_ - begin_}; }
    bool empty() const { return begin_ == end_; }
    std::size_t size() const { return end_ - begin_; }
    std::size_t capacity() const { return size_; }
    std::size_t room() const { return size_ - end_; } // bytes that fit behind the last one

    void consume(std::size_t bytes)
    {
        begin_ += bytes;
        if (begin_ == end_) begin_ = end_ = 0;
    }
    char* tail() { return memory_.get() + end_; }
    void commit(std::size_t bytes) { end_ += bytes; }

    // Makes the block at least `capacity` bytes large, with the bytes moved to its front.
    void make_room(BufferPool& pool, std::size_t capacity);
    void append(BufferPool& pool, std::string_view bytes);
    void release(); // gives the block back; what it held is lost
    // Gives back a large block that is empty: an idle connection needs no more than the smallest.
    void shrink()
    {
        if (empty() && size_ > BufferPool::smallest) release();
    }

private:
    BufferPool* pool_ = nullptr;
    BufferPool::Memory memory_;
    std::size_t size_ = 0;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

} // namespace weir
