#pragma once

#include "blocks.hpp"

#include <cstddef>
#include <cstdint>

namespace weir {

// The word of a State in the 24 bits that an entry has for it. Nearly all words fit: counts, the
// parts of a rate such as 7/s, numbers of logs. So do the two counts of sliding_window_counter,
// half a word each, below 4,096. What does not fit lies in the shard's WordPool.
struct ShortWord {
    static constexpr unsigned bits = 24;
    static constexpr unsigned half_bits = bits / 2;
    enum class Form : unsigned { whole, halves, pooled };

    Form form = Form::whole;
    std::uint32_t value = 0; // pooled: its number in the pool

    bool operator==(const ShortWord&) const = default;
};

// The words of one shard's entries that need all their bits, under the shard's lock.
class WordPool {
public:
    // `before` is what the entry held until now: its place is given back.
    ShortWord shorten(std::uint64_t word, ShortWord before)
    {
        const std::uint64_t high = word >> 32;
        const std::uint64_t low = word & 0xFFFF'FFFF;
        give_back(before);
        if (word >> ShortWord::bits == 0)
            return {ShortWord::Form::whole, static_cast<std::uint32_t>(word)};
        if ((high | low) >> ShortWord::half_bits == 0)
            return {ShortWord::Form::halves,
                    static_cast<std::uint32_t>(high << ShortWord::half_bits | low)};
        return {ShortWord::Form::pooled, add(word)};
    }
    void give_back(ShortWord word)
    {
        if (word.form != ShortWord::Form::pooled) return;
        words_[word.value] = first_free_;
        first_free_ = word.value;
    }

    std::uint64_t whole(ShortWord word) const
    {
        constexpr std::uint32_t low = (1u << ShortWord::half_bits) - 1;
        switch (word.form) {
        case ShortWord::Form::whole:
            break;
        case ShortWord::Form::halves:
            return std::uint64_t{word.value >> ShortWord::half_bits} << 32 | (word.value & low);
        case ShortWord::Form::pooled:
            return words_[word.value];
        }
        return word.value;
    }

    std::size_t memory_bytes() const { return words_.memory_bytes(); }

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    std::uint32_t add(std::uint64_t word);

    Blocks<std::uint64_t, 128> words_; // a free one holds the number of the next free one
    std::uint32_t first_free_ = none;
};

} // namespace weir
