#pragma once

#include <weir/base/time.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace weir {

// What became of a run's requests over time, in the measure in which it is drawn.
struct History {
    struct Bucket {
        std::uint64_t arrivals = 0;
        std::uint64_t admitted = 0;
        std::uint64_t refused = 0; // arrivals that are neither were answered 400 for lack of a key
    };
    // What one key had left of one limit. Between two points it is on its way from one to the
    // other.
    struct Point {
        Duration at{}; // since `start`
        std::int64_t remaining = 0;
    };
    struct Follow {
        std::string limit;
        std::string key; // the one with the most requests
        std::int64_t allowance = 0;
        std::vector<Point> points;
    };
    static constexpr std::size_t most_buckets = 120;
    static constexpr std::size_t most_points = 1200; // of one Follow, and three at the end

    Instant start;
    Duration length{};
    Duration bucket{};             // the width of one; at most most_buckets of them
    std::vector<Bucket> buckets;   // from start on
    std::vector<Follow> remaining; // one for each limit that was asked
};

} // namespace weir
