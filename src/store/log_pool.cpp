#include "log_pool.hpp"

namespace weir {

TimestampLog* LogPool::find(std::uint64_t number, std::uint64_t key)
{
    if (number == 0 || number > entries_.size()) return nullptr;
    Entry& entry = entries_[number - 1];
    return entry.key == key ? &entry.log : nullptr;
}

std::uint64_t LogPool::open(std::uint64_t key)
{
    if (free_.empty()) {
        entries_.push_back({});
        free_.push_back(static_cast<std::uint32_t>(entries_.size() - 1));
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    entries_[index].key = key;
    return std::uint64_t{index} + 1;
}

void LogPool::set_idle_at(std::uint64_t number, Instant idle_at)
{
    entries_[number - 1].idle_at = idle_at;
}

void LogPool::collect(Instant now, TimestampBudget& budget)
{
    for (std::size_t looked_at = 0; looked_at < collected_at_once; ++looked_at) {
        if (entries_.empty()) return;
        next_ = next_ < entries_.size() ? next_ : 0;
        Entry& entry = entries_[next_];
        if (entry.key != 0 && entry.idle_at <= now) {
            entry.log.clear(budget);
            entry.key = 0;
            free_.push_back(static_cast<std::uint32_t>(next_));
        }
        ++next_;
    }
}

std::size_t LogPool::memory_bytes() const
{
    std::size_t bytes =
        entries_.capacity() * sizeof(Entry) + free_.capacity() * sizeof(std::uint32_t);
    for (const Entry& entry : entries_)
        bytes += entry.log.memory_bytes();
    return bytes;
}

} // namespace weir
