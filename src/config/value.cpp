#include "value.hpp"

#include <weir/base/nearest_name.hpp>

#include <algorithm>

namespace weir {

namespace {

constexpr std::size_t max_name_length = 200;

std::string kind_in_words(const Node& node)
{
    switch (node.kind) {
    case Node::Kind::list:
        return "a list";
    case Node::Kind::map:
        return "a map";
    case Node::Kind::scalar:
        return node.text.empty() ? "an empty text" : in_quotes(node.text);
    case Node::Kind::null:
    case Node::Kind::faulty:
        break;
    }
    return "nothing";
}

// What a parser of base/units.hpp says of `text`, with a long or unprintable text cut short.
std::string unit_fault(const Error& error, std::string_view text)
{
    const std::string whole = "'" + std::string(text) + "'";
    if (!error.message.starts_with(whole)) return error.message;
    return in_quotes(text) + error.message.substr(whole.size());
}

} // namespace

void Value::error(std::string_view code, std::string_view text) const
{
    report_->error(at(), code, path_, text);
}

void Value::expected(std::string_view code, std::string_view what) const
{
    if (is_faulty()) return;
    if (node_->kind == Node::Kind::null)
        error("no_value", "has no value; write " + std::string(what));
    else
        error(code, "found " + kind_in_words(*node_) + "; write " + std::string(what));
}

const std::string* Value::scalar(std::string_view what) const
{
    if (is_scalar() && !node_->text.empty()) return &node_->text;
    expected(is_scalar() ? "no_value" : "not_a_value", what);
    return nullptr;
}

std::optional<std::string> Value::text() const
{
    const std::string* found = scalar("a text");
    return found ? std::optional(*found) : std::nullopt;
}

std::optional<std::string> Value::name() const
{
    const std::string* found = scalar("a name");
    if (!found) return std::nullopt;
    const auto printable = [](char c) { return c >= ' ' && c <= '~'; };
    if (!std::all_of(found->begin(), found->end(), printable) || found->front() == ' ' ||
        found->back() == ' ') {
        error("not_a_name", in_quotes(*found) + " is not a name; write printable ASCII characters");
        return std::nullopt;
    }
    if (found->size() > max_name_length) {
        error("not_a_name",
              "the name is longer than " + std::to_string(max_name_length) + " characters");
        return std::nullopt;
    }
    return *found;
}

std::optional<bool> Value::boolean() const
{
    if (is("true")) return true;
    if (is("false")) return false;
    expected("not_a_boolean", "true or false");
    return std::nullopt;
}

std::optional<std::int64_t> Value::integer(std::int64_t least, std::int64_t most) const
{
    const std::string* found = scalar("a whole number");
    if (!found) return std::nullopt;
    const std::string range = std::to_string(least) + " to " + std::to_string(most);
    // What is all digits is a number, only perhaps one that no variable of ours could hold.
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const bool digits =
        found->front() != '0' && std::all_of(found->begin(), found->end(), is_digit);
    const auto number = parse_integer(*found);
    if (!number && !digits) {
        error("not_a_number",
              in_quotes(*found) + " is not a whole number; write " + range + " in decimal digits");
        return std::nullopt;
    }
    if (!number || *number < least || *number > most) {
        error("out_of_range", in_quotes(*found) + " is out of range; write " + range);
        return std::nullopt;
    }
    return *number;
}

std::optional<Duration> Value::duration() const
{
    const std::string* found = scalar("a duration such as 250ms, 10s, 5m, 1h or 1d");
    if (!found) return std::nullopt;
    const auto duration = parse_duration(*found);
    if (!duration) {
        error("not_a_duration", unit_fault(duration.error(), *found));
        return std::nullopt;
    }
    if (*duration <= Duration::zero()) {
        error("out_of_range",
              in_quotes(*found) + " is no time at all; write a duration above zero");
        return std::nullopt;
    }
    return *duration;
}

std::optional<std::uint64_t> Value::size() const
{
    const std::string* found = scalar("a size such as 512, 64KiB or 10MiB");
    if (!found) return std::nullopt;
    const auto size = parse_size(*found);
    if (size) return *size;
    error("not_a_size", unit_fault(size.error(), *found));
    return std::nullopt;
}

std::optional<Rate> Value::rate() const
{
    const std::string* found = scalar("a rate such as 10/s, 600/m, 5000/h or 1/d");
    if (!found) return std::nullopt;
    const auto rate = parse_rate(*found);
    if (rate) return *rate;
    error("not_a_rate", unit_fault(rate.error(), *found));
    return std::nullopt;
}

void Value::unknown_choice(const std::vector<std::string_view>& names) const
{
    if (!scalar(alternatives(names))) return;
    error("not_a_choice", in_quotes(node_->text) + " is unknown; write " + alternatives(names));
}

std::string Value::item_path(std::size_t index) const
{
    return path_ + "[" + std::to_string(index) + "]";
}

std::vector<Value> Value::items() const
{
    std::vector<Value> values;
    if (!is_list()) expected("not_a_list", "a list");
    for (std::size_t i = 0; i < node_->items.size(); ++i)
        values.emplace_back(node_->items[i], item_path(i), *report_);
    return values;
}

std::vector<Value> Value::items_or_one() const
{
    if (is_scalar() || is_map()) return {*this};
    return items();
}

std::vector<Value> Value::entries() const
{
    std::vector<Value> values;
    if (!is_map()) expected("not_a_map", "a map of names, as in 'name: value'");
    for (const Node::Field& field : node_->fields)
        values.emplace_back(field, path_ + "." + field.name, *report_);
    return values;
}

Fields::Fields(const Value& map) : map_(map)
{
    if (!map.is_map()) map.expected("not_a_map", "a map of fields, as in 'name: value'");
}

const Node::Field* Fields::know(std::string_view name)
{
    known_.push_back(name);
    return map_.node().find(name);
}

std::optional<Value> Fields::find(std::string_view name)
{
    const Node::Field* field = know(name);
    return field ? std::optional(value_of(*field)) : std::nullopt;
}

std::optional<Value> Fields::require(std::string_view name, std::string_view hint)
{
    auto found = find(name);
    if (!found && usable())
        error("missing_field", "'" + std::string(name) + "' is missing; " + std::string(hint));
    return found;
}

bool Fields::has(std::string_view name) const
{
    return map_.node().find(name) != nullptr;
}

void Fields::not_yet(std::string_view name, std::string_view today)
{
    const Node::Field* field = know(name);
    if (!field) return;
    const Value value = value_of(*field);
    if ((!today.empty() && value.is(today)) || value.is_faulty()) return;
    std::string text = "'" + std::string(name) + "' is not in this version of weir yet";
    if (!today.empty() && value.is_scalar())
        text = in_quotes(value.node().text) + " is not in this version of weir yet; write " +
               std::string(today) + " or leave '" + std::string(name) + "' out";
    map_.report().error(!today.empty() && value.is_scalar() ? value.at() : field->at, "not_yet",
                        value.path(), text);
}

void Fields::misplaced(std::string_view name, std::string_view why)
{
    if (const Node::Field* field = know(name))
        map_.report().error(field->at, "misplaced_field", path_of(name), why);
}

void Fields::finish(std::string_view note, std::string_view free_prefix)
{
    for (const Node::Field& field : map_.node().fields) {
        if (std::find(known_.begin(), known_.end(), field.name) != known_.end()) continue;
        if (!free_prefix.empty() && field.name.starts_with(free_prefix)) continue;
        if (map_.report().full()) return;
        std::string text = "unknown field " + in_quotes(field.name);
        if (const auto nearest = nearest_name(field.name, known_); !nearest.empty())
            text += "; did you mean '" + std::string(nearest) + "'?";
        else if (!note.empty())
            text += "; " + std::string(note);
        map_.report().error(field.at, "unknown_field", map_.path(), text);
    }
}

void Fields::error(std::string_view code, std::string_view text) const
{
    map_.report().error(map_.name_at(), code, map_.path(), text);
}

Value Fields::value_of(const Node::Field& field) const
{
    return {field, path_of(field.name), map_.report()};
}

std::string Fields::path_of(std::string_view name) const
{
    return map_.path().empty() ? std::string(name) : map_.path() + "." + std::string(name);
}

} // namespace weir
