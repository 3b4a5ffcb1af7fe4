#include <weir/limit/timestamp_log.hpp>

#include <weir/base/assert.hpp>

#include <algorithm>
#include <new>
#include <utility>

namespace weir {

bool TimestampBudget::take(std::size_t entries)
{
    const auto wanted = static_cast<std::int64_t>(entries);
    if (left_.fetch_sub(wanted, std::memory_order_relaxed) >= wanted) return true;
    left_.fetch_add(wanted, std::memory_order_relaxed);
    return false;
}

void TimestampBudget::take_regardless(std::size_t entries)
{
    left_.fetch_sub(static_cast<std::int64_t>(entries), std::memory_order_relaxed);
}

void TimestampBudget::give_back(std::size_t entries)
{
    left_.fetch_add(static_cast<std::int64_t>(entries), std::memory_order_relaxed);
}

Instant TimestampLog::newest() const
{
    WEIR_ASSERT(count_ > 0);
    return entry(count_ - 1).at;
}

Cost TimestampLog::used_after(Instant edge) const
{
    if (count_ == 0) return 0;
    return static_cast<Cost>(entry(count_ - 1).total - total_before(first_after(edge)));
}

Instant TimestampLog::leaves_with(Instant edge, Cost units) const
{
    std::size_t low = first_after(edge);
    const std::uint64_t before = total_before(low);
    std::size_t high = count_;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (static_cast<Cost>(entry(middle).total - before) < units)
            low = middle + 1;
        else
            high = middle;
    }
    WEIR_ASSERT(low < count_);
    return entry(low).at;
}

void TimestampLog::add(Instant at, Cost cost, TimestampBudget& budget)
{
    const std::uint64_t total =
        (count_ > 0 ? entry(count_ - 1).total : forgotten_) + static_cast<std::uint64_t>(cost);
    WEIR_ASSERT(count_ == 0 || entry(count_ - 1).at <= at);
    const bool same_instant = count_ > 0 && entry(count_ - 1).at == at;
    if (same_instant || (count_ == capacity_ && !grow(budget)))
        entry(count_ - 1) = {at, total};
    else
        entry(count_++) = {at, total};
}

void TimestampLog::take_back(Instant at, Cost units)
{
    const std::size_t found = at > Instant{} ? first_after(at - Duration{1}) : 0;
    if (found == count_) return;
    const std::uint64_t its_own = entry(found).total - total_before(found);
    const std::uint64_t off = std::min(its_own, static_cast<std::uint64_t>(units));
    for (std::size_t index = found; index < count_; ++index)
        entry(index).total -= off;
    if (off < its_own) return;
    for (std::size_t index = found + 1; index < count_; ++index)
        entry(index - 1) = entry(index);
    --count_;
}

void TimestampLog::forget_until(Instant edge, TimestampBudget& budget)
{
    const std::size_t gone = first_after(edge);
    if (gone == 0) return;
    forgotten_ = total_before(gone);
    first_ = static_cast<std::uint32_t>((first_ + gone) & (capacity_ - 1));
    count_ -= static_cast<std::uint32_t>(gone);

    // Halving only when a quarter is in use leaves room to grow again without copying to and fro.
    std::uint32_t enough = capacity_;
    while (enough > least_capacity && count_ <= enough / 4)
        enough /= 2;
    const std::uint32_t before = capacity_;
    if (enough < before && move_to(enough)) budget.give_back(before - enough);
}

void TimestampLog::pull_back(Instant now)
{
    const std::size_t later = first_after(now);
    if (later == count_) return;
    const std::uint64_t total = entry(count_ - 1).total;
    const bool joins = later > 0 && entry(later - 1).at == now;
    const std::size_t last = joins ? later - 1 : later;
    entry(last) = {now, total};
    count_ = static_cast<std::uint32_t>(last + 1);
}

void TimestampLog::clear(TimestampBudget& budget)
{
    budget.give_back(capacity_);
    *this = TimestampLog{};
}

std::size_t TimestampLog::first_after(Instant edge) const
{
    // Mostly nothing or everything has left the window.
    if (count_ == 0 || entry(0).at > edge) return 0;
    std::size_t low = 1;
    std::size_t high = count_;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (entry(middle).at <= edge)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

std::uint64_t TimestampLog::total_before(std::size_t index) const
{
    return index == 0 ? forgotten_ : entry(index - 1).total;
}

bool TimestampLog::grow(TimestampBudget& budget)
{
    if (capacity_ == 0) {
        budget.take_regardless(least_capacity);
        const bool moved = move_to(least_capacity);
        WEIR_ASSERT(moved); // out of memory for sixty-four bytes
        return true;
    }
    const std::uint32_t more = capacity_;
    if (capacity_ >= most_capacity || !budget.take(more)) return false;
    if (move_to(capacity_ * 2)) return true;
    budget.give_back(more);
    return false;
}

bool TimestampLog::move_to(std::uint32_t capacity)
{
    std::unique_ptr<Entry[]> ring(new (std::nothrow) Entry[capacity]);
    if (!ring) return false;
    for (std::uint32_t index = 0; index < count_; ++index)
        ring[index] = entry(index);
    ring_ = std::move(ring);
    capacity_ = capacity;
    first_ = 0;
    return true;
}

} // namespace weir
