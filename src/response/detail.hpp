#pragma once

#include <weir/decision/verdict.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace weir {

// Why a request was refused and what its client can do, as one or two plain sentences: "Limit
// 'burst' allows 10 requests per second for each API key. Try again in 12 seconds." Made of the
// speaking limit's settings only: no key, no other caller's numbers. `retry_after` is what the
// client was told; nothing when no wait helps.
void append_detail(std::string& out, const Verdict& verdict,
                   std::optional<std::int64_t> retry_after);

} // namespace weir
