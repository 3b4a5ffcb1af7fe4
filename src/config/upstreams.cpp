#include "endpoint.hpp"
#include "sections.hpp"

#include <string>

namespace weir {

namespace {

constexpr std::int64_t most_keepalive = 100'000;
constexpr std::int64_t most_retries = 10;

void read_server_address(const Value& value, const std::string& file,
                         std::vector<ServerSettings>& servers)
{
    if (!value.is_scalar()) {
        value.expected("not_an_address", "host:port, [v6]:port or unix:/path");
        return;
    }
    const std::string& text = value.node().text;
    const auto endpoint = parse_endpoint(text, file);
    if (!endpoint) {
        value.error("not_an_address", endpoint.error().message);
        return;
    }
    if (endpoint->kind != Endpoint::Kind::unix_socket && endpoint->port == 0) {
        value.error("not_an_address", in_quotes(text) +
                                          " has no port that a server could have; write "
                                          "1 to 65535");
        return;
    }
    servers.push_back(
        {.host = endpoint->host, .port = endpoint->port, .unix_path = endpoint->unix_path});
}

void read_server(const Value& item, const std::string& file, std::vector<ServerSettings>& servers)
{
    if (!item.is_map()) return read_server_address(item, file, servers);
    Fields fields(item);
    if (const auto address = fields.require("address", "write the server's host:port"))
        read_server_address(*address, file, servers);
    fields.not_yet("weight", "1");
    fields.finish();
}

void read_options(Fields& fields, UpstreamSettings& upstream)
{
    if (const auto value = fields.find("keepalive"))
        if (const auto count = value->integer(0, most_keepalive))
            upstream.keepalive = static_cast<std::size_t>(*count);
    if (const auto value = fields.find("connect_timeout"))
        read_timeout(*value, upstream.connect_timeout);
    if (const auto value = fields.find("response_timeout"))
        read_timeout(*value, upstream.response_timeout);
    if (const auto value = fields.find("retries"))
        if (const auto count = value->integer(0, most_retries))
            upstream.retries = static_cast<int>(*count);
    fields.not_yet("balance", "least_requests");
    for (const std::string_view later : {"by", "tls", "health", "circuit_breaker", "concurrency"})
        fields.not_yet(later);
}

void check_name(const Value& entry)
{
    const std::string_view name = entry.field_name();
    for (const char c : name) {
        if (c > ' ' && c <= '~') continue;
        entry.report().error(entry.name_at(), "not_a_name", "upstreams",
                             in_quotes(name) +
                                 " is not a name; write printable ASCII without blanks");
        return;
    }
}

} // namespace

void read_upstreams(const Value& section, Settings& settings)
{
    const std::vector<Value> entries = section.entries();
    if (section.is_map() && entries.empty())
        section.error("no_value", "an empty map; write a name and an address, as in 'api: "
                                  "127.0.0.1:9000'");
    for (const Value& entry : entries) {
        check_name(entry);
        UpstreamSettings upstream;
        upstream.name = entry.field_name();
        if (entry.is_map()) {
            Fields fields(entry);
            if (const auto servers =
                    fields.require("servers", "write a list of host:port, as in 'servers: "
                                              "[127.0.0.1:9000]'")) {
                for (const Value& item : servers->items_or_one())
                    read_server(item, settings.file, upstream.servers);
                if (servers->is_list() && servers->node().items.empty())
                    servers->error("no_value", "an empty list; write at least one host:port");
            }
            read_options(fields, upstream);
            fields.finish();
        } else if (entry.is_list()) {
            entry.error("not_a_value", "found a list; write 'servers: [host:port, ...]' below the "
                                       "name");
        } else {
            read_server_address(entry, settings.file, upstream.servers);
        }
        settings.upstreams.push_back(std::move(upstream));
    }
}

} // namespace weir
