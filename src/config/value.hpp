#pragma once

#include "node.hpp"
#include "report.hpp"

#include <weir/base/time.hpp>
#include <weir/base/units.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weir {

// One node of the file together with its field path and the report that hears what is wrong with
// it. Every reading function gives the value, or has reported why there is none. Cheap to copy;
// borrows the tree and the report.
class Value {
public:
    Value(const Node& node, Report& report) : node_(&node), report_(&report) {} // the whole file
    Value(const Node::Field& field, std::string path, Report& report)
        : node_(&field.value), field_(&field), path_(std::move(path)), report_(&report)
    {}
    Value(const Node& item, std::string path, Report& report)
        : node_(&item), path_(std::move(path)), report_(&report)
    {}

    bool is_scalar() const { return node_->kind == Node::Kind::scalar; }
    bool is_list() const { return node_->kind == Node::Kind::list; }
    bool is_map() const { return node_->kind == Node::Kind::map; }
    bool is(std::string_view text) const { return is_scalar() && node_->text == text; }
    bool is_faulty() const { return node_->kind == Node::Kind::faulty; }
    Position at() const { return node_->at; }
    Position name_at() const { return field_ ? field_->at : node_->at; }
    std::string_view field_name() const { return field_ ? field_->name : std::string_view{}; }
    const Node& node() const { return *node_; }
    const std::string& path() const { return path_; }
    Report& report() const { return *report_; }

    void error(std::string_view code, std::string_view text) const; // at the value
    // What was found instead of `expected` ("a number"), for messages: "a list", "'10'".
    void expected(std::string_view code, std::string_view what) const;

    std::optional<std::string> text() const; // not empty
    std::optional<std::string> name() const; // printable ASCII, bounded: what may stand in a header
    std::optional<bool> boolean() const;
    std::optional<std::int64_t> integer(std::int64_t least, std::int64_t most) const;
    std::optional<Duration> duration() const; // above zero
    std::optional<std::uint64_t> size() const;
    std::optional<Rate> rate() const;

    // One of the table's names, all of which the message tells.
    template <typename Choice>
    std::optional<Choice>
    choice(std::initializer_list<std::pair<std::string_view, Choice>> table) const;

    std::vector<Value> items() const;        // of a list; reports anything else
    std::vector<Value> items_or_one() const; // a single scalar or map counts as a list of one
    std::vector<Value> entries() const;      // of a map whose names are free; reports anything else

private:
    const std::string* scalar(std::string_view what) const;
    void unknown_choice(const std::vector<std::string_view>& names) const;
    std::string item_path(std::size_t index) const;

    const Node* node_;
    const Node::Field* field_ = nullptr; // absent for items of a list
    std::string path_;
    Report* report_;
};

// A map with known fields. Whatever has not been asked for by the time of `finish` is unknown, and
// an error: nothing the operator wrote is ever passed over in silence.
class Fields {
public:
    // Reports a value that is not a map; then there are no fields, and only `find` may be used.
    explicit Fields(const Value& map);

    bool usable() const { return map_.is_map(); }
    std::optional<Value> find(std::string_view name);
    // Reports when the field is missing. `hint` says what to write: "write 'listen: 0.0.0.0:8080'".
    std::optional<Value> require(std::string_view name, std::string_view hint);
    bool has(std::string_view name) const;

    // Fields that this version does not do. `today` is the one value that means what happens
    // anyway and may be written ("enforce"); "" when there is none.
    void not_yet(std::string_view name, std::string_view today = "");
    // A field that exists but not here: an error that says why.
    void misplaced(std::string_view name, std::string_view why);
    // `note` is added to what is said of unknown fields. Names that start with `free_prefix` are
    // the operator's own.
    void finish(std::string_view note = "", std::string_view free_prefix = "");

    void error(std::string_view code, std::string_view text) const; // about the map as a whole
    const Value& map() const { return map_; }

private:
    const Node::Field* know(std::string_view name);
    Value value_of(const Node::Field& field) const;
    std::string path_of(std::string_view name) const;

    Value map_;
    std::vector<std::string_view> known_; // literals of the readers
};

template <typename Choice>
std::optional<Choice>
Value::choice(std::initializer_list<std::pair<std::string_view, Choice>> table) const
{
    std::vector<std::string_view> names;
    for (const auto& [name, meaning] : table) {
        if (is(name)) return meaning;
        names.push_back(name);
    }
    unknown_choice(names);
    return std::nullopt;
}

} // namespace weir
