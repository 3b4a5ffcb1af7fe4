#include "detail.hpp"

#include "decimal.hpp"
#include "duration_words.hpp"

namespace weir {

namespace {

// "10 requests per second". What costs more or less than one unit is not counted in requests.
void append_allowance(std::string& out, const LimiterSettings& limiter, bool counts_requests)
{
    const bool window = limiter.window > Duration::zero();
    const std::int64_t count = window ? limiter.limit : limiter.rate.count;
    append_decimal(out, count);
    out += counts_requests ? " request" : " unit";
    if (count != 1) out += "s";
    out += " per ";
    append_period(out, window ? limiter.window : limiter.rate.period);
}

} // namespace

void append_detail(std::string& out, const Verdict& verdict,
                   std::optional<std::int64_t> retry_after)
{
    const Verdict::Part& part = verdict.spokesman();
    const LimitSettings& settings = part.limit->settings;
    out.append("Limit '").append(settings.name).append("' allows ");
    append_allowance(out, settings.limiter, part.cost == 1);
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
