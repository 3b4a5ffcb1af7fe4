#include "decimal.hpp"
#include "header_styles.hpp"

namespace weir {

namespace {

void append(std::string& out, const Verdict&, const LimitNumbers& numbers, const ResponseSettings&)
{
    out += "RateLimit-Limit: ";
    append_decimal(out, numbers.limit);
    out += "\r\nRateLimit-Remaining: ";
    append_decimal(out, numbers.remaining);
    out += "\r\nRateLimit-Reset: ";
    append_decimal(out, numbers.reset_seconds);
    out += "\r\n";
}

bool owns(FieldId id)
{
    return id == FieldId::ratelimit_limit || id == FieldId::ratelimit_remaining ||
           id == FieldId::ratelimit_reset;
}

} // namespace

// Three plain integers (draft-ietf-httpapi-ratelimit-headers-06 3); Reset is in seconds from now.
constinit const HeaderStyle ratelimit_header{
    ResponseSettings::HeaderStyle::ratelimit,
    append,
    owns,
};

} // namespace weir
