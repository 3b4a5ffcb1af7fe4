#include "header_styles.hpp"

#include <weir/base/assert.hpp>
#include <weir/response/refusal.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace weir {

namespace {

// The table of all header families, in the order of ResponseSettings::HeaderStyle.
constexpr std::array<const HeaderStyle*, 3> header_styles{
    &ratelimit_header,
    &structured_header,
    &x_ratelimit_header,
};

const HeaderStyle& header_style(ResponseSettings::HeaderStyle style)
{
    const auto index = static_cast<std::size_t>(style);
    WEIR_ASSERT(index < header_styles.size() && header_styles[index]->style == style);
    return *header_styles[index];
}

// A refused caller is told of the wait, not of the full allowance: Retry-After, Reset and the
// structured t are one moment (draft-ietf-httpapi-ratelimit-headers 6), jitter apart.
Duration time_to_reset(const Verdict& verdict)
{
    const Outcome& outcome = verdict.spokesman().outcome;
    const Duration reset = verdict.refused() && outcome.wait ? *outcome.wait : outcome.reset;
    return std::max(reset, Duration::zero());
}

} // namespace

void append_limit_fields(std::string& out, const Verdict& verdict, const ResponseSettings& settings,
                         std::int64_t wall_seconds, std::int64_t retry_after,
                         Duration wall_fraction)
{
    if (!verdict.speaks()) return;
    const Outcome& outcome = verdict.spokesman().outcome;
    const Duration reset = time_to_reset(verdict);
    LimitNumbers numbers{
        .limit = outcome.limit,
        .remaining = std::max<std::int64_t>(outcome.remaining, 0),
        .reset_seconds = ceil_seconds(reset),
        .reset_epoch = wall_seconds + ceil_seconds(wall_fraction + reset),
    };
    if (retry_after > 0) numbers.reset_seconds = std::min(numbers.reset_seconds, retry_after);
    for (const ResponseSettings::HeaderStyle style : settings.headers)
        header_style(style).append(out, verdict, numbers, settings);
}

bool is_rate_limit_field(FieldId id, const ResponseSettings& settings)
{
    return std::any_of(settings.headers.begin(), settings.headers.end(),
                       [id](auto style) { return header_style(style).owns(id); });
}

} // namespace weir
