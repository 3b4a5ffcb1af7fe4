#pragma once

#include <chrono>
#include <functional>

namespace weir {

// Time for tests that drive real processes. Such a test waits for conditions, never for time to
// pass, and everything it waits for has a deadline. Sanitizer builds are slower, so deadlines (but
// not the scripted moments of a Timeline) are stretched there.

using Millis = std::chrono::milliseconds;

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WEIR_TEST_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WEIR_TEST_SANITIZED 1
#endif

#ifdef WEIR_TEST_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

// How long a test may wait where Weir would need `usual` on an idle machine at most.
constexpr Millis stretched(Millis usual)
{
    return sanitized ? usual * 5 : usual;
}

Millis monotonic_now();  // since some moment in the past
Millis wall_clock_now(); // since the Unix epoch

class Deadline {
public:
    static Deadline after(Millis usual) { return Deadline(monotonic_now() + stretched(usual)); }

    bool passed() const { return monotonic_now() >= at_; }
    int poll_timeout() const; // what is left, for poll(2); 0 when passed

private:
    explicit Deadline(Millis at) : at_(at) {}

    Millis at_;
};

// Asks every few milliseconds; true as soon as the condition holds, false at the deadline.
bool wait_until(const std::function<bool()>& condition, Millis usual);

// The moments of a case ("t = 2.3 s: four requests"). Time starts at construction.
class Timeline {
public:
    Timeline() : start_(monotonic_now()) {}

    void reach(Millis moment) const; // returns at once when the moment has passed
    Millis elapsed() const { return monotonic_now() - start_; }

private:
    Millis start_;
};

// Returns just after the wall clock has passed a multiple of `window`, where an epoch-aligned
// window begins.
void reach_window_start(Millis window);

} // namespace weir
