#pragma once

namespace weir {

// Prints what did not hold, file and line to stderr and aborts.
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line);

} // namespace weir

// For what only Weir's own code can get wrong. It stays on in release builds: going on with a
// broken invariant in a limiter is worse than a restart. Never for input from outside.
#define WEIR_ASSERT(expression)                                                                    \
    ((expression) ? static_cast<void>(0)                                                           \
                  : ::weir::assertion_failed(#expression, __FILE__, __LINE__))
