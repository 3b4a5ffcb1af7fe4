#pragma once

#include <weir/telemetry/settings.hpp>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace weir {

// One decision, as the decision log shows it. Views; copied into the log's line at once.
struct DecisionEvent {
    std::string_view request_id;
    std::string_view route;
    std::string_view limit;
    std::string_view key_kind;
    std::string_view key; // hash in hex, or the plain value with `keys: plain`
    std::string_view algorithm;
    std::string_view decision; // "refused", "allowed", "shadow_refused"
    std::int64_t cost = 1;
    std::int64_t remaining = 0;
    std::int64_t retry_after = 0; // seconds; 0: none was given
    int status = 0;
    std::int64_t delay_ms = 0; // how long a leaky bucket holds it back
};

// One request, as the access log shows it.
struct AccessEvent {
    std::string_view request_id;
    std::string_view client;
    std::string_view method;
    std::string_view target;
    std::string_view route; // "" when none matched
    int status = 0;
    std::uint64_t sent_bytes = 0;
    std::int64_t duration_us = 0;
    std::int64_t held_us = 0; // of that, by leaky buckets
};

class EventLog;

// Writes the lines of all loops to stderr from a thread of its own, so that no loop ever waits for
// a slow pipe. When that thread cannot keep up, lines are dropped and counted.
class EventWriter {
public:
    // Starts its thread only when these settings ask for lines at all: a process of one thread is
    // cheaper in many places of the C library.
    explicit EventWriter(const LogSettings& settings);
    ~EventWriter(); // writes what is left

    std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

private:
    friend class EventLog;
    void run();
    void write_all();

    std::mutex mutex_;
    std::condition_variable wake_;    // something to write, or the end
    std::condition_variable written_; // all that was handed over has been
    std::vector<EventLog*> logs_;
    std::atomic<std::uint64_t> dropped_{0};
    bool stop_ = false;
    bool pending_ = false;
    bool busy_ = false; // writing_ is being written, without the lock
    std::string writing_;
    std::thread thread_;
};

// The per-request log of one loop: lines are gathered in memory and handed over on each tick.
// Nothing is allocated and no lock is taken for a line. One thread, but for the writer's swap.
class EventLog {
public:
    EventLog(const LogSettings& settings, EventWriter& writer);
    ~EventLog();
    EventLog(const EventLog&) = delete;
    EventLog& operator=(const EventLog&) = delete;

    const LogSettings& settings() const { return settings_; }
    void write(const DecisionEvent& event);
    void write(const AccessEvent& event);
    void flush(); // every tick

private:
    friend class EventWriter;
    static constexpr std::size_t buffer_bytes = 256 * 1024;

    bool begin(std::string_view type);
    void text(std::string_view name, std::string_view value);
    void number(std::string_view name, std::int64_t value);
    void end();

    LogSettings settings_;
    EventWriter& writer_;
    std::string lines_;  // the loop's
    std::string handed_; // the writer's, under its mutex
    std::size_t line_start_ = 0;
    std::int64_t stamp_second_ = -1; // what stamp_ was made for
    std::array<char, 32> stamp_{};
};

} // namespace weir
