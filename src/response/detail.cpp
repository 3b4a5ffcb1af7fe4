#include "detail.hpp"

#include "decimal.hpp"
#include "duration_words.hpp"

namespace weir {

namespace {

// "10 requests per second", "20 requests at one time". What costs more or less than one unit is not
// counted in requests.
void append_allowance(std::string& out, const LimiterSettings& limiter, bool counts_requests)
{
    const bool by_rate = limiter.rate.count > 0;
    const std::int64_t count = by_rate ? limiter.rate.count : limiter.limit;
    append_decimal(out, count);
    out += counts_requests ? " request" : " unit";
    if (count != 1) out += "s";
    const Duration period = by_rate ? limiter.rate.period : limiter.window;
    if (period == Duration::zero()) {
        out += " at one time";
        return;
    }
    out += " per ";
    append_period(out, period);
}

} // namespace

void append_detail(std::string& out, const Verdict& verdict,
                   std::optional<std::int64_t> retry_after)
{
    const Verdict::Part& part = verdict.spokesman();
    const LimitSettings& settings = part.limit->settings;
    out.append("Limit '").append(settings.name).append("' allows ");
    append_allowance(out, *part.numbers, part.cost == 1 && !settings.charge);
    out += " for ";
    append_scope(out, settings.key, part.found);
    out += ".";
    if (part.cost != 1) {
        out += " This request costs ";
        append_decimal(out, part.cost);
        out += ".";
    }
    if (retry_after) {
        out += " Try again in ";
        append_seconds(out, *retry_after);
        out += ".";
    } else {
        out += " No wait makes this request fit.";
    }
}

} // namespace weir
