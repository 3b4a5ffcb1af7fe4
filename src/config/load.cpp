#include <weir/config/load.hpp>

#include "environment.hpp"
#include "file.hpp"
#include "sections.hpp"
#include "yaml.hpp"

namespace weir {

namespace {

// Sections that this version does not do.
constexpr std::string_view later_sections[] = {"tls", "admin", "consumers_file", "api_key",
                                               "jwt", "store", "ledger",         "overload"};

using Reader = void (*)(const Value&, Settings&);
constexpr std::pair<std::string_view, Reader> optional_sections[] = {
    {"trusted_proxies", read_trusted_proxies},
    {"client_address", read_client_address},
    {"threads", read_threads},
    {"timeouts", read_timeouts},
    {"request_limits", read_request_limits},
    {"paths", read_paths},
    {"response", read_response},
    {"memory_store", read_memory_store},
    {"log", read_log},
};

void read_sections(const Value& root, Settings& settings)
{
    Fields fields(root);
    if (!fields.usable()) return;
    if (const auto listen = fields.require("listen", "write where to listen, as in 'listen: "
                                                     "0.0.0.0:8080'"))
        read_listen(*listen, settings);
    for (const auto& [name, read] : optional_sections)
        if (const auto section = fields.find(name)) read(*section, settings);

    const auto upstreams = fields.require(
        "upstreams", "write where requests go, as in 'upstreams: { api: 127.0.0.1:9000 }'");
    if (upstreams) read_upstreams(*upstreams, settings);
    Keys keys;
    if (const auto section = fields.find("keys")) keys.read(*section);
    settings.keys = keys.named();
    if (const auto routes = fields.require(
            "routes", "write a list, as in 'routes: [{ match: /**, upstream: api }]'"))
        read_routes(*routes, keys, upstreams, settings);

    for (const std::string_view name : later_sections)
        fields.not_yet(name);
    fields.finish("names that start with x- are free, for anchors", "x-");
}

void remember_positions(const Node& node, const std::string& path, Settings& settings)
{
    settings.positions.emplace(path, Settings::Position{node.at.line, node.at.column});
    for (std::size_t i = 0; i < node.items.size(); ++i)
        remember_positions(node.items[i], path + "[" + std::to_string(i) + "]", settings);
    for (const Node::Field& field : node.fields)
        remember_positions(field.value, path.empty() ? field.name : path + "." + field.name,
                           settings);
}

Loaded failed(Report& report)
{
    return {std::nullopt, report.take_in_order()};
}

} // namespace

Loaded load_text(std::string_view text, const std::string& path, const Environment& environment)
{
    Report report(path);
    YamlDocument document = read_yaml(text);
    for (const YamlFault& fault : document.faults)
        report.error(fault.at, fault.code, "", fault.message);
    if (!document.root || document.root->kind == Node::Kind::null) {
        if (report.empty())
            report.error({1, 1}, "no_value", "",
                         "the file is empty; the smallest useful one is in "
                         "config/weir.yaml");
        return failed(report);
    }

    substitute_environment(*document.root, environment, report);
    Settings settings;
    settings.file = path;
    read_sections(Value(*document.root, report), settings);
    if (!report.empty()) return failed(report);
    remember_positions(*document.root, "", settings);
    return {std::move(settings), {}};
}

Loaded load_file(const std::string& path, const Environment& environment)
{
    const auto text = read_file(path, YamlBounds::text_bytes);
    if (text) return load_text(*text, path, environment);
    Report report(path);
    report.error({}, "unreadable_file", "", text.error().message);
    return failed(report);
}

} // namespace weir
