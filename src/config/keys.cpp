#include "keys.hpp"

#include "names.hpp"
#include "token.hpp"

#include <algorithm>

namespace weir {

namespace {

constexpr std::size_t max_parts = 8;   // of a combination
constexpr std::size_t max_sources = 8; // of a limit's key
constexpr std::string_view what_a_key_is =
    "a key's name (built in: ip, global), a list of them, or { source: header, name: X-Api-Key }";

void read_prefix(Fields& fields, std::string_view name, int most, int& prefix)
{
    if (const auto value = fields.find(name))
        if (const auto bits = value->integer(0, most)) prefix = static_cast<int>(*bits);
}

void read_normalize(Fields& fields, SourceSettings& source)
{
    using Normalize = SourceSettings::Normalize;
    const auto value = fields.find("normalize");
    if (!value) return;
    for (const Value& item : value->items_or_one()) {
        const auto step = item.choice<Normalize>(
            {{"trim", Normalize::trim}, {"lowercase", Normalize::lowercase}});
        if (step) source.normalize.push_back(*step);
    }
}

// The field that says which header, cookie, parameter or segment is meant.
void read_argument(Fields& fields, std::string_view name, std::string_view hint,
                   SourceSettings& source)
{
    const auto value = fields.require(name, hint);
    const auto text = value ? value->name() : std::nullopt;
    if (!text) return;
    const bool token_due =
        source.kind == SourceSettings::Kind::header || source.kind == SourceSettings::Kind::cookie;
    if (token_due && !is_token(*text))
        value->error("not_a_name",
                     in_quotes(*text) + " cannot be the name of a " + std::string(source.name));
    source.argument = *text;
}

void read_fields_of(SourceSettings::Kind kind, Fields& fields, SourceSettings& source)
{
    using Kind = SourceSettings::Kind;
    switch (kind) {
    case Kind::ip:
        read_prefix(fields, "ipv4_prefix", 32, source.ipv4_prefix);
        read_prefix(fields, "ipv6_prefix", 128, source.ipv6_prefix);
        return;
    case Kind::header:
        read_argument(fields, "name", "write the header's name, as in 'name: X-Api-Key'", source);
        break;
    case Kind::cookie:
        read_argument(fields, "name", "write the cookie's name, as in 'name: sid'", source);
        break;
    case Kind::query:
        read_argument(fields, "param", "write the parameter's name, as in 'param: api_key'",
                      source);
        break;
    case Kind::path:
        read_argument(fields, "param",
                      "write the name of a {name} segment of the route's path, as in 'param: id'",
                      source);
        break;
    case Kind::global:
    case Kind::combine:
        return;
    }
    read_normalize(fields, source);
}

SourceSettings source_of(std::string name, SourceSettings::Kind kind)
{
    SourceSettings source;
    source.name = std::move(name);
    source.kind = kind;
    return source;
}

} // namespace

Keys::Keys()
{
    by_name_.emplace("ip", source_of("ip", SourceSettings::Kind::ip));
    by_name_.emplace("global", source_of("global", SourceSettings::Kind::global));
}

void Keys::read(const Value& section)
{
    std::vector<Value> plain;
    std::vector<Value> combined;
    for (const Value& entry : section.entries()) {
        const std::string name(entry.field_name());
        if (name == "ip" || name == "global" || name == "consumer") {
            entry.report().error(entry.name_at(), "duplicate_name", entry.path(),
                                 "'" + name + "' is built in; call this key something else");
        } else if (entry.node().find("combine") != nullptr) {
            combined.push_back(entry);
            combinations_.insert(name);
        } else {
            plain.push_back(entry);
        }
    }
    // Combinations come second: they may name keys further down in the file.
    for (const std::vector<Value>* entries : {&plain, &combined}) {
        for (const Value& entry : *entries) {
            auto source = read_source(entry);
            if (source) {
                source->name = entry.field_name();
                named_.push_back(*source);
            }
            by_name_.insert_or_assign(std::string(entry.field_name()), std::move(source));
        }
    }
}

std::optional<SourceSettings> Keys::read_source(const Value& definition) const
{
    using Kind = SourceSettings::Kind;
    Fields fields(definition);
    if (!fields.usable()) return std::nullopt;
    fields.misplaced("missing",
                     "'missing' stands beside the 'key' of a limit, not inside of a key");

    if (const auto parts = fields.find("combine")) {
        fields.finish();
        return read_combination(*parts);
    }
    const auto kind_value = fields.require(
        "source", "write 'source: header' (or ip, cookie, query, path), or 'combine: "
                  "[key, key]'");
    if (!kind_value) return std::nullopt;
    for (const std::string_view later : {"consumer", "jwt", "body_json", "body_form"}) {
        if (!kind_value->is(later)) continue;
        kind_value->error("not_yet", "the key source '" + std::string(later) +
                                         "' is not in this version of weir yet");
        return std::nullopt;
    }
    const auto kind = kind_value->choice<Kind>({{"ip", Kind::ip},
                                                {"header", Kind::header},
                                                {"cookie", Kind::cookie},
                                                {"query", Kind::query},
                                                {"path", Kind::path}});
    if (!kind) return std::nullopt;
    SourceSettings source = source_of(kind_value->node().text, *kind);
    read_fields_of(*kind, fields, source);
    fields.finish("source " + source.name + " does not take it");
    return source;
}

std::optional<SourceSettings> Keys::read_combination(const Value& parts) const
{
    using Kind = SourceSettings::Kind;
    SourceSettings combination = source_of("combine", Kind::combine);
    const std::vector<Value> items = parts.items();
    if (parts.is_list() && (items.size() < 2 || items.size() > max_parts)) {
        parts.error("out_of_range", "a combination is of 2 to " + std::to_string(max_parts) +
                                        " keys, as in 'combine: [ip, api_key]'");
        return std::nullopt;
    }
    for (const Value& item : items) {
        if (item.is_scalar() && combinations_.contains(item.node().text))
            item.error("not_a_key", in_quotes(item.node().text) +
                                        " is a combination itself; write its keys instead");
        else if (auto part = find(item))
            combination.parts.push_back(std::move(*part));
    }
    if (combination.parts.size() < 2) return std::nullopt;
    return combination;
}

std::vector<SourceSettings> Keys::resolve(const Value& key) const
{
    std::vector<SourceSettings> sources;
    if (!key.is_scalar() && !key.is_map() && !key.is_list()) {
        key.expected("no_value", what_a_key_is);
        return sources;
    }
    if (key.is_list() && (key.node().items.empty() || key.node().items.size() > max_sources)) {
        key.error("out_of_range",
                  "a list of keys has 1 to " + std::to_string(max_sources) + " of them");
        return sources;
    }
    for (const Value& item : key.items_or_one())
        if (auto source = item.is_map() ? read_source(item) : find(item))
            sources.push_back(std::move(*source));
    return sources;
}

std::optional<SourceSettings> Keys::find(const Value& name) const
{
    if (name.is("consumer")) {
        name.error("not_yet", "the key 'consumer' is not in this version of weir yet");
        return std::nullopt;
    }
    if (!name.is_scalar()) {
        name.expected("not_a_key", what_a_key_is);
        return std::nullopt;
    }
    const std::string& text = name.node().text;
    const auto known = by_name_.find(text);
    if (known == by_name_.end()) {
        if (name.report().full()) return std::nullopt;
        name.error("unknown_key", unknown_name("key", text, all_names()));
        return std::nullopt;
    }
    return known->second;
}

std::vector<std::string_view> Keys::all_names() const
{
    std::vector<std::string_view> names;
    for (const auto& [name, source] : by_name_)
        names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace weir
