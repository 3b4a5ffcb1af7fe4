#pragma once

#include "value.hpp"

#include <weir/key/settings.hpp>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weir {

// The named key sources of a file, and how a limit's `key` is read with them.
class Keys {
public:
    Keys(); // knows the built-in ones: ip and global

    void read(const Value& section); // `keys:`

    // A name, a list of which the first that is present counts, or an inline definition. Empty
    // when something was wrong and has been reported.
    std::vector<SourceSettings> resolve(const Value& key) const;

    const std::vector<SourceSettings>& named() const { return named_; } // built-in ones apart

private:
    std::optional<SourceSettings> read_source(const Value& definition) const;
    std::optional<SourceSettings> read_combination(const Value& parts) const;
    std::optional<SourceSettings> find(const Value& name) const;
    std::vector<std::string_view> all_names() const;

    std::vector<SourceSettings> named_;
    std::set<std::string, std::less<>> combinations_; // names; no combination may have them
    // Absent: defined, but wrongly; whoever refers to it says nothing more.
    std::unordered_map<std::string, std::optional<SourceSettings>> by_name_;
};

} // namespace weir
