#pragma once

#include "value.hpp"

#include <weir/route/settings.hpp>

namespace weir {

// What a request is charged, when, and whether: `cost`, `charge` and `count` of a limit. `numbers`:
// its numbers are complete, so that what can never be granted is found.
void read_costs(Fields& fields, LimitSettings& limit, bool numbers);

} // namespace weir
