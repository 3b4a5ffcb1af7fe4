#pragma once

#include "node.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

// Text to tree: the one place that knows YAML's grammar and the library that reads it.
//
// What YAML allows but a configuration file must not contain is a fault and not a surprise: a name
// twice in a map (the library would keep either one), tabs as indentation, tags, directives,
// names that are not plain words, a second document. No text makes this crash, hang or take
// memory out of proportion: the bounds below hold before anything is built.
struct YamlBounds {
    static constexpr std::size_t text_bytes = 4 * 1024 * 1024;
    static constexpr int depth = 64;
    static constexpr std::size_t nodes = 100'000;                 // aliases and merges expanded
    static constexpr std::size_t scalar_bytes = 16 * 1024 * 1024; // the same
    static constexpr std::size_t name_bytes = 256;                // of a field
    static constexpr std::size_t faults = 100;                    // what a reader can bear
};

struct YamlFault {
    Position at;
    std::string code;
    std::string message;
};

struct YamlDocument {
    std::optional<Node> root; // absent when the text could not be read to its end, or is empty
    std::vector<YamlFault> faults;
};

YamlDocument read_yaml(std::string_view text);

} // namespace weir
