#include "sections.hpp"

namespace weir {

void read_memory_store(const Value& section, Settings& settings)
{
    constexpr std::int64_t most_keys = 1'000'000'000;
    Fields fields(section);
    if (const auto value = fields.find("max_keys"))
        if (const auto keys = value->integer(1, most_keys))
            settings.max_keys = static_cast<std::size_t>(*keys);
    fields.finish();
}

} // namespace weir
