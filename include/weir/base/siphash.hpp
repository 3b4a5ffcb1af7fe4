#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace weir {

// SipHash-2-4 (Aumasson and Bernstein, 2012) with 64 bits of output: a hash that an attacker who
// does not know the secret cannot steer, so keys cannot be chosen to collide.
using SipSecret = std::array<std::uint64_t, 2>;

std::uint64_t siphash(const SipSecret& secret, std::string_view bytes);

// A fresh secret from the system's random source; ends the process when there is none.
SipSecret random_secret();

} // namespace weir
