#include "decimal.hpp"
#include "header_styles.hpp"

namespace weir {

namespace {

void append(std::string& out, const Verdict&, const LimitNumbers& numbers,
            const ResponseSettings& settings)
{
    const bool epoch = settings.x_ratelimit_reset == ResponseSettings::XReset::epoch;
    out += "X-RateLimit-Limit: ";
    append_decimal(out, numbers.limit);
    out += "\r\nX-RateLimit-Remaining: ";
    append_decimal(out, numbers.remaining);
    out += "\r\nX-RateLimit-Reset: ";
    append_decimal(out, epoch ? numbers.reset_epoch : numbers.reset_seconds);
    out += "\r\n";
}

bool owns(FieldId id)
{
    return id == FieldId::x_ratelimit_limit || id == FieldId::x_ratelimit_remaining ||
           id == FieldId::x_ratelimit_reset;
}

} // namespace

// What many clients read though no standard has it. Products disagree on Reset, so the operator
// chooses: seconds from now, or a Unix time.
constinit const HeaderStyle x_ratelimit_header{
    ResponseSettings::HeaderStyle::x_ratelimit,
    append,
    owns,
};

} // namespace weir
