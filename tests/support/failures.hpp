#pragma once

#include <string>

namespace weir {

// Fails the running test without ending it; may be called from destructors. For what the tests'
// machinery notices by itself: ambiguous bytes at the upstream, sanitizer reports, a Weir that
// died.
void report_failure(const std::string& what);

} // namespace weir
