#include "normalize.hpp"

namespace weir {

namespace {

void trim(std::string& value, std::size_t start)
{
    constexpr const char* blanks = " \t\r\n\v\f";
    const std::size_t last = value.find_last_not_of(blanks);
    const bool all_blank = last == std::string::npos || last < start;
    value.resize(all_blank ? start : last + 1);
    value.erase(start, value.find_first_not_of(blanks, start) - start);
}

void make_lowercase(std::string& value, std::size_t start)
{
    for (std::size_t i = start; i < value.size(); ++i) {
        if (value[i] >= 'A' && value[i] <= 'Z') value[i] = static_cast<char>(value[i] - 'A' + 'a');
    }
}

} // namespace

void normalize(const std::vector<SourceSettings::Normalize>& steps, std::string& value,
               std::size_t start)
{
    for (const SourceSettings::Normalize step : steps) {
        switch (step) {
        case SourceSettings::Normalize::trim:
            trim(value, start);
            break;
        case SourceSettings::Normalize::lowercase:
            make_lowercase(value, start);
            break;
        }
    }
}

} // namespace weir
