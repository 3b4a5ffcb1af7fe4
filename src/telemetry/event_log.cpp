#include <weir/telemetry/event_log.hpp>

#include "json.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <ctime>

#include <unistd.h>

namespace weir {

EventWriter::EventWriter(const LogSettings& settings)
{
    if (settings.access_per_10000 > 0 || settings.decisions != LogSettings::Decisions::off)
        thread_ = std::thread([this] { run(); });
}

EventWriter::~EventWriter()
{
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void EventWriter::run()
{
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return stop_ || pending_; });
        if (stop_ && !pending_) return;
        pending_ = false;
        for (std::size_t i = 0; i < logs_.size(); ++i) {
            writing_.swap(logs_[i]->handed_);
            busy_ = true;
            lock.unlock();
            write_all();
            lock.lock();
            busy_ = false;
        }
        written_.notify_all();
    }
}

void EventWriter::write_all()
{
    std::string_view rest = writing_;
    while (!rest.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break; // nobody reads our stderr any more
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    writing_.clear();
}

EventLog::EventLog(const LogSettings& settings, EventWriter& writer)
    : settings_(settings), writer_(writer)
{
    lines_.reserve(buffer_bytes);
    handed_.reserve(buffer_bytes);
    const std::lock_guard lock(writer_.mutex_);
    writer_.writing_.reserve(buffer_bytes);
    writer_.logs_.push_back(this);
}

EventLog::~EventLog()
{
    // What has been gathered is written first: the log must not be cut short.
    std::unique_lock lock(writer_.mutex_);
    for (;;) {
        writer_.written_.wait(lock, [this] { return handed_.empty() && !writer_.busy_; });
        if (lines_.empty()) break;
        handed_.swap(lines_);
        writer_.pending_ = true;
        writer_.wake_.notify_one();
    }
    std::erase(writer_.logs_, this);
}

void EventLog::flush()
{
    if (lines_.empty()) return;
    {
        const std::lock_guard lock(writer_.mutex_);
        if (!handed_.empty()) return; // the writer is behind; lines_ keeps gathering up to its size
        handed_.swap(lines_);
        writer_.pending_ = true;
    }
    writer_.wake_.notify_one();
}

bool EventLog::begin(std::string_view type)
{
    constexpr std::size_t longest_line = 16 * 1024;
    if (lines_.size() + longest_line > buffer_bytes) flush();
    if (lines_.size() + longest_line > buffer_bytes) {
        writer_.dropped_.fetch_add(1, std::memory_order_relaxed);
        return false;
    }
    timespec now{};
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    if (now.tv_sec != stamp_second_) {
        stamp_second_ = now.tv_sec;
        tm parts{};
        gmtime_r(&now.tv_sec, &parts);
        std::strftime(stamp_.data(), stamp_.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    }
    line_start_ = lines_.size();
    const auto milliseconds = static_cast<unsigned>(now.tv_nsec / 1'000'000);
    const char fraction[] = {'.', static_cast<char>('0' + milliseconds / 100),
                             static_cast<char>('0' + milliseconds / 10 % 10),
                             static_cast<char>('0' + milliseconds % 10), 'Z'};
    if (settings_.format == LogSettings::Format::json) {
        lines_ += R"({"ts":")";
        lines_ += stamp_.data();
        lines_.append(fraction, sizeof fraction);
        lines_ += R"(","type":")";
        lines_ += type;
        lines_ += '"';
    } else {
        lines_ += stamp_.data();
        lines_.append(fraction, sizeof fraction);
        lines_ += ' ';
        lines_ += type;
    }
    return true;
}

void EventLog::text(std::string_view name, std::string_view value)
{
    constexpr std::size_t longest_value = 1024; // escaping makes at most six of each byte
    value = value.substr(0, longest_value);
    if (settings_.format == LogSettings::Format::json) {
        lines_ += ",\"";
        lines_ += name;
        lines_ += "\":";
        append_json_string(lines_, value);
        return;
    }
    lines_ += ' ';
    lines_ += name;
    lines_ += '=';
    const bool plain = !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
        return c > ' ' && c < 0x7f && c != '"' && c != '\\' && c != '=';
    });
    if (plain) {
        lines_ += value;
    } else {
        append_json_string(lines_, value);
    }
}

void EventLog::number(std::string_view name, std::int64_t value)
{
    const bool json = settings_.format == LogSettings::Format::json;
    lines_ += json ? ",\"" : " ";
    lines_ += name;
    lines_ += json ? "\":" : "=";
    char digits[24];
    lines_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void EventLog::end()
{
    lines_ += settings_.format == LogSettings::Format::json ? "}\n" : "\n";
}

void EventLog::write(const DecisionEvent& event)
{
    if (!begin("decision")) return;
    text("request_id", event.request_id);
    text("route", event.route);
    text("limit", event.limit);
    text("key_kind", event.key_kind);
    text(settings_.plain_keys ? "key" : "key_hash", event.key);
    text("algorithm", event.algorithm);
    text("decision", event.decision);
    number("cost", event.cost);
    number("remaining", event.remaining);
    number("retry_after", event.retry_after);
    if (event.delay_ms > 0) number("delay_ms", event.delay_ms);
    text("store", "memory");
    number("store_us", 0);
    number("status", event.status);
    end();
}

void EventLog::write(const AccessEvent& event)
{
    if (!begin("access")) return;
    text("request_id", event.request_id);
    text("client", event.client);
    text("method", event.method);
    text("target", event.target);
    text("route", event.route);
    number("status", event.status);
    number("bytes", static_cast<std::int64_t>(event.sent_bytes));
    number("us", event.duration_us);
    if (event.held_us > 0) number("held_us", event.held_us);
    end();
}

} // namespace weir
