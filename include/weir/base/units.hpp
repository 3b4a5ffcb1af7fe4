#pragma once

#include <weir/base/result.hpp>
#include <weir/base/time.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace weir {

// A rate as the operator wrote it: `count` per `period`. "10/s" is {10, 1s}; "0.5/s" is {5, 10s}
// (decimals are made whole, nothing is rounded). Not reduced: "60/m" and "1/s" differ in the
// number of tokens that a bucket has when no capacity is given.
struct Rate {
    std::int64_t count = 0;
    Duration period{};

    bool operator==(const Rate&) const = default;
};

// Values of weir.yaml. Each takes the whole text or says what is accepted instead.
Result<Duration> parse_duration(std::string_view text);  // 250ms 10s 5m 1h 1d
Result<std::uint64_t> parse_size(std::string_view text); // 512 64KiB 10MiB 1GiB
Result<Rate> parse_rate(std::string_view text);          // 10/s 600/m 5000/h 1/d 0.5/s
Result<std::int64_t>
parse_integer(std::string_view text); // decimal digits, no sign but '-', no leading zero

// For messages: "250ms", "1.5s", "15m", "1d"; "10/s".
std::string print_duration(Duration duration);
std::string print_rate(const Rate& rate);

} // namespace weir
