#include <weir/base/assert.hpp>

#include <cstdio>
#include <cstdlib>

namespace weir {

void assertion_failed(const char* expression, const char* file, int line)
{
    std::fprintf(stderr, "weir: internal error: %s does not hold (%s:%d)\n", expression, file,
                 line);
    std::abort();
}

} // namespace weir
