#pragma once

#include <weir/base/clock.hpp>

#include <cstdint>
#include <ostream>
#include <string_view>

namespace weir {

// A bar on a terminal for work that takes long; says nothing within the first second, and nothing
// at all where `shown` is false. Gone when it ends.
class ProgressBar {
public:
    ProgressBar(std::ostream& out, const Clock& clock, bool shown);
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void update(std::string_view doing, std::uint64_t done, std::uint64_t all);
    void clear(); // makes way for other output

private:
    std::ostream* out_;
    const Clock* clock_;
    bool shown_;
    bool drawn_ = false;
    Instant next_; // not drawn again before
};

} // namespace weir
