#include "sections.hpp"

namespace weir {

void read_threads(const Value& section, Settings& settings)
{
    constexpr std::int64_t most = 256;
    if (section.is("auto")) {
        settings.threads = 0;
        return;
    }
    const auto count = parse_integer(section.is_scalar() ? section.node().text : "");
    if (count && *count >= 1 && *count <= most)
        settings.threads = static_cast<unsigned>(*count);
    else
        section.expected("out_of_range", "auto, or 1 to " + std::to_string(most));
}

} // namespace weir
