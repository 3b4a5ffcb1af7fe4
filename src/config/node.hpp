#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weir {

// Line and column count from 1, columns in characters; {0, 0} stands for the file as a whole.
struct Position {
    int line = 0;
    int column = 0;

    auto operator<=>(const Position&) const = default;
};

// A configuration file as a plain tree: aliases expanded, merge keys resolved, no name twice in a
// map. Knows nothing of YAML. Depth and size are bounded by whoever builds it.
struct Node {
    enum class Kind {
        null, // nothing where a value could stand
        scalar,
        list,
        map,
        faulty, // its fault has been reported already; readers pass over it in silence
    };
    struct Field;

    Kind kind = Kind::null;
    Position at;
    std::string text;          // scalar
    std::vector<Node> items;   // list
    std::vector<Field> fields; // map, in the order of the file

    const Field* find(std::string_view name) const;
};

struct Node::Field {
    std::string name;
    Position at; // of the name
    Node value;
};

inline const Node::Field* Node::find(std::string_view name) const
{
    for (const Field& field : fields)
        if (field.name == name) return &field;
    return nullptr;
}

} // namespace weir
