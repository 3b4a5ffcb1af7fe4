#include <weir/key/facts.hpp>

namespace weir {

const PathParams::Param* PathParams::find(std::string_view name) const
{
    for (std::size_t i = 0; i < count; ++i) {
        if (items[i].name == name) return &items[i];
    }
    return nullptr;
}

} // namespace weir
