#include "word_pool.hpp"

#include <weir/base/assert.hpp>

namespace weir {

ShortWord WordPool::shorten_with_pool(std::uint64_t word, ShortWord before)
{
    if (before.form == ShortWord::Form::pooled) {
        // Given back first: if it is needed again, it is the first that is found.
        words_[before.value] = first_free_;
        first_free_ = before.value;
        return shorten(word, {});
    }
    std::uint32_t number = first_free_;
    if (number != none) {
        first_free_ = static_cast<std::uint32_t>(words_[number]);
    } else {
        number = static_cast<std::uint32_t>(words_.add());
        WEIR_ASSERT(number >> ShortWord::bits == 0); // a shard has fewer entries than that
    }
    words_[number] = word;
    return {ShortWord::Form::pooled, number};
}

} // namespace weir
