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
    const std::size_t number = first_free_ != 0 ? first_free_ : entries_.add() + 1;
    Entry& entry = entries_[number - 1];
    first_free_ = entry.next_free;
    entry.next_free = 0;
    entry.key = key;
    return number;
}

void LogPool::set_idle_at(std::uint64_t number, Instant idle_at)
{
    entries_[number - 1].idle_at = idle_at;
}

void LogPool::collect(Instant now, TimestampBudget& budget)
{
    for (std::size_t looked_at = 0; looked_at < collected_at_once; ++looked_at) {
        if (entries_.size() == 0) return;
        next_ = next_ < entries_.size() ? next_ : 0;
        Entry& entry = entries_[next_];
        if (entry.key != 0 && entry.idle_at <= now) {
            entry.log.clear(budget);
            entry.key = 0;
            entry.next_free = first_free_;
            first_free_ = next_ + 1;
        }
        ++next_;
    }
}

std::size_t LogPool::memory_bytes() const
{
    std::size_t bytes = entries_.memory_bytes();
    for (std::size_t index = 0; index < entries_.size(); ++index)
        bytes += entries_[index].log.memory_bytes();
    return bytes;
}

} // namespace weir
