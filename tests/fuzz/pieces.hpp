#pragma once

#include <weir/base/assert.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weir {

// The first byte of the fuzzer's input says in what pieces the rest arrives.
struct FuzzInput {
    std::string_view bytes;
    std::size_t piece = 1;

    FuzzInput(const std::uint8_t* data, std::size_t size)
    {
        if (size == 0) return;
        piece = data[0] + std::size_t{1};
        bytes = {reinterpret_cast<const char*>(data) + 1, size - 1};
    }
};

} // namespace weir
