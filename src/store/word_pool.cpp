#include "word_pool.hpp"

#include <weir/base/assert.hpp>

namespace weir {

std::uint32_t WordPool::add(std::uint64_t word)
{
    std::uint32_t number = first_free_;
    if (number != none) {
        first_free_ = static_cast<std::uint32_t>(words_[number]);
    } else {
        number = static_cast<std::uint32_t>(words_.add());
        WEIR_ASSERT(number >> ShortWord::bits == 0); // a shard has fewer entries than that
    }
    words_[number] = word;
    return number;
}

} // namespace weir
