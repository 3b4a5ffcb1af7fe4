#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace weir {

// An array that grows by a block at a time. What is in it never moves, so growing takes the same
// short time however much there is.
template <typename T, std::size_t PerBlock>
class Blocks {
public:
    std::size_t size() const { return size_; }
    T& operator[](std::size_t index) { return (*blocks_[index / PerBlock])[index % PerBlock]; }
    const T& operator[](std::size_t index) const
    {
        return (*blocks_[index / PerBlock])[index % PerBlock];
    }

    std::size_t add() // returns the new element's index
    {
        if (size_ == blocks_.size() * PerBlock) blocks_.push_back(std::make_unique<Block>());
        return size_++;
    }
    std::size_t memory_bytes() const
    {
        return blocks_.size() * sizeof(Block) + blocks_.capacity() * sizeof(blocks_[0]);
    }

private:
    using Block = std::array<T, PerBlock>;
    std::vector<std::unique_ptr<Block>> blocks_;
    std::size_t size_ = 0;
};

} // namespace weir
