#include "sections.hpp"

namespace weir {

void read_timeout(const Value& value, Duration& timeout)
{
    constexpr Duration longest = std::chrono::hours(24 * 30);
    const auto duration = value.duration();
    if (!duration) return;
    if (*duration > longest)
        value.error("out_of_range", in_quotes(value.node().text) + " is longer than 30d");
    else
        timeout = *duration;
}

void read_timeouts(const Value& section, Settings& settings)
{
    TimeoutSettings& timeouts = settings.timeouts;
    const std::pair<std::string_view, Duration&> table[] = {
        {"header", timeouts.header}, {"body", timeouts.body},   {"idle", timeouts.idle},
        {"write", timeouts.write},   {"drain", timeouts.drain},
    };
    Fields fields(section);
    for (const auto& [name, timeout] : table)
        if (const auto value = fields.find(name)) read_timeout(*value, timeout);
    fields.finish();
}

} // namespace weir
