#include "progress_bar.hpp"

#include <algorithm>
#include <string>

namespace weir {

namespace {

using namespace std::chrono_literals;

constexpr Duration silence = 1s;
constexpr Duration pause = 100ms;
constexpr std::uint64_t width = 40;
constexpr const char* erase_line = "\r\x1b[K";

} // namespace

ProgressBar::ProgressBar(std::ostream& out, const Clock& clock, bool shown)
    : out_(&out), clock_(&clock), shown_(shown), next_(clock.now() + silence)
{}

void ProgressBar::clear()
{
    if (drawn_) *out_ << erase_line << std::flush;
    drawn_ = false;
}

void ProgressBar::update(std::string_view doing, std::uint64_t done, std::uint64_t all)
{
    if (!shown_ || all == 0 || clock_->now() < next_) return;
    next_ = clock_->now() + pause;
    drawn_ = true;
    const std::uint64_t part = std::min(done, all);
    const std::uint64_t full = part * width / all;
    *out_ << erase_line << doing << " [" << std::string(full, '#') << std::string(width - full, ' ')
          << "] " << part * 100 / all << " %" << std::flush;
}

} // namespace weir
