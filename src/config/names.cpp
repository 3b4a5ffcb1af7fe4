#include "names.hpp"

#include <weir/base/nearest_name.hpp>

#include <set>

namespace weir {

void Names::add(std::optional<Value> name)
{
    std::optional<std::string> text = name ? name->name() : std::nullopt;
    if (text) {
        const auto [first, added] = lines_.emplace(*text, name->at().line);
        if (!added)
            name->error("duplicate_name", "another " + std::string(what_) + " is called " +
                                              in_quotes(*text) + " already, in line " +
                                              std::to_string(first->second));
    }
    given_.push_back(std::move(text));
}

std::vector<std::string> Names::complete(const std::vector<std::string>& made_from) const
{
    std::set<std::string, std::less<>> taken;
    for (const auto& [name, line] : lines_)
        taken.insert(name);
    std::map<std::string, int, std::less<>> last_number; // so that many of one name stay cheap
    std::vector<std::string> names;
    for (std::size_t i = 0; i < given_.size(); ++i) {
        std::string name = given_[i] ? *given_[i] : made_from[i];
        if (!given_[i]) {
            int& number = last_number.emplace(made_from[i], 1).first->second;
            while (!taken.insert(name).second)
                name = made_from[i] + "-" + std::to_string(++number);
        }
        names.push_back(std::move(name));
    }
    return names;
}

std::string unknown_name(std::string_view what, std::string_view name,
                         const std::vector<std::string_view>& known)
{
    constexpr std::size_t max_listed = 12;
    constexpr std::size_t max_compared = 200; // comparing names is slow enough to need a bound
    std::string text = "unknown " + std::string(what) + " " + in_quotes(name);
    if (known.size() > max_compared) return text;
    if (const auto nearest = nearest_name(name, known); !nearest.empty())
        return text + "; did you mean '" + std::string(nearest) + "'?";
    if (!known.empty() && known.size() <= max_listed) text += "; there is " + alternatives(known);
    return text;
}

} // namespace weir
