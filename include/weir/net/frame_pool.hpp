#pragma once

#include <cstddef>

namespace weir {

// Memory for coroutine frames: freed frames of a thread are kept by size and handed out again, so
// that a request whose life is a few coroutines allocates nothing once the thread has warmed up.
// A frame must be freed on the thread that took it; Weir's coroutines never change loops. Under
// AddressSanitizer every frame comes from the heap, so that a stale one is noticed.
void* take_frame(std::size_t size);
void return_frame(void* frame, std::size_t size) noexcept;

} // namespace weir
