#include "exchange.hpp"

#include "session.hpp"

#include <weir/key/key.hpp>
#include <weir/key/sources.hpp>
#include <weir/limit/limiters.hpp>

namespace weir {

namespace {

std::string_view print_hex(std::uint64_t value, std::array<char, 16>& out)
{
    constexpr char hex[] = "0123456789abcdef";
    for (std::size_t i = 0; i < out.size(); ++i, value >>= 4)
        out[out.size() - 1 - i] = hex[value & 15];
    return {out.data(), out.size()};
}

} // namespace

// One line for each limit that had a say: those that refused, or with `decisions: all` every one.
void Exchange::log_decisions(const Route& route)
{
    const LogSettings& log = worker_.log_.settings();
    if (log.decisions == LogSettings::Decisions::off) return;
    for (std::size_t i = 0; i < verdict_.count; ++i) {
        const Verdict::Part& part = verdict_.parts[i];
        const bool shadow = verdict_.shadow || part.shadow();
        if (log.decisions == LogSettings::Decisions::refused && part.outcome.admitted) continue;
        const KeySettings& keys = part.limit->settings.key;
        const SourceSettings& source = keys.sources.front();
        std::array<char, 16> hex;
        std::string plain;
        DecisionEvent event;
        event.request_id = {request_id_.data(), request_id_size_};
        event.route = route.settings.name;
        event.limit = part.limit->settings.name;
        event.key_kind = source.name;
        event.key = print_hex(part.key, hex);
        if (log.plain_keys && describe_key(source, facts_, plain)) event.key = plain;
        event.algorithm = algorithm_name(part.limit->settings.limiter.algorithm);
        event.decision = part.outcome.admitted ? "allowed" : shadow ? "shadow_refused" : "refused";
        event.cost = part.cost;
        event.remaining = part.outcome.remaining;
        event.retry_after = part.outcome.admitted ? 0 : retry_after_;
        event.status = part.outcome.admitted ? 0 : status_;
        event.delay_ms = part.outcome.delay / std::chrono::milliseconds(1);
        worker_.log_.write(event);
    }
}

void Exchange::log_access()
{
    const int share = worker_.log_.settings().access_per_10000;
    if (share == 0) return;
    if (share < 10000 && worker_.random_.next() % 10000 >= static_cast<std::uint64_t>(share))
        return;
    std::array<char, 46> address;
    AccessEvent event;
    event.request_id = {request_id_.data(), request_id_size_};
    const IpAddress& client = facts_.head != nullptr ? facts_.client : session_->peer_;
    event.client = {address.data(), client.print(address.data())};
    event.method = head_.method;
    event.target = head_.target;
    event.route = route_ != nullptr ? std::string_view(route_->settings.name) : std::string_view{};
    event.status = status_;
    event.sent_bytes = sent_bytes_;
    event.held_us = held_for_ / std::chrono::microseconds(1);
    event.duration_us = (worker_.loop_.now() - began_).count() / 1000;
    worker_.log_.write(event);
}

} // namespace weir
