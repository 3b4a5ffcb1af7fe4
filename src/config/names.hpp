#pragma once

#include "value.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

// The names of a list's items. Given ones must differ; those that were left out are made from
// something else of the item, and the made ones never take a name that somebody gave.
class Names {
public:
    explicit Names(std::string_view what) : what_(what) {} // "route", for messages

    // Reads the item's `name` field, if it has one, and reports a second one of the same name.
    void add(std::optional<Value> name);
    // One name per `add`, in order; `made_from` has what an unnamed item is called by.
    std::vector<std::string> complete(const std::vector<std::string>& made_from) const;

private:
    std::string_view what_;
    std::vector<std::optional<std::string>> given_;
    std::map<std::string, int, std::less<>> lines_;
};

// "unknown upstream 'ap'; did you mean 'api'?" or a list of what there is.
std::string unknown_name(std::string_view what, std::string_view name,
                         const std::vector<std::string_view>& known);

} // namespace weir
