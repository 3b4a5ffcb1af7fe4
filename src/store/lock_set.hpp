#pragma once

#include "spin_lock.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

namespace weir {

// Up to `Most` locks of one array, each taken once and in ascending order, so that two decisions
// can never wait for each other. Given back when the set ends.
template <std::size_t Most>
class LockSet {
public:
    LockSet() = default;
    LockSet(const LockSet&) = delete;
    LockSet& operator=(const LockSet&) = delete;
    ~LockSet()
    {
        for (std::size_t index = 0; index < taken_; ++index)
            locks_[index]->unlock();
    }

    void add(SpinLock& lock) { locks_[count_++] = &lock; }
    void lock_all()
    {
        if (count_ > 1) put_in_order();
        for (; taken_ < count_; ++taken_)
            locks_[taken_]->lock();
    }

private:
    void put_in_order()
    {
        auto* const first = locks_.data();
        std::sort(first, first + count_, std::less<>{});
        count_ = static_cast<std::size_t>(std::unique(first, first + count_) - first);
    }

    std::array<SpinLock*, Most> locks_; // the first count_ of them
    std::size_t count_ = 0;
    std::size_t taken_ = 0;
};

} // namespace weir
