#include "support/failures.hpp"

#include "support/catch.hpp"

#include <mutex>

namespace weir {

void report_failure(const std::string& what)
{
    static std::mutex one_at_a_time; // Catch2 2 takes assertions from one thread at a time
    const std::lock_guard lock(one_at_a_time);
    FAIL_CHECK(what);
}

} // namespace weir
