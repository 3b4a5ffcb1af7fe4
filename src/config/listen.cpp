#include "endpoint.hpp"
#include "sections.hpp"

#include <algorithm>

namespace weir {

namespace {

constexpr std::size_t most_listeners = 256;

void read_address(const Value& value, const std::string& file, ListenSettings& listener)
{
    if (!value.is_scalar()) {
        value.expected("not_an_address", "host:port, [v6]:port or unix:/path");
        return;
    }
    auto endpoint = parse_endpoint(value.node().text, file);
    if (!endpoint) {
        value.error("not_an_address", endpoint.error().message);
        return;
    }
    if (endpoint->kind == Endpoint::Kind::name && endpoint->host == "localhost")
        endpoint->host = "127.0.0.1";
    else if (endpoint->kind == Endpoint::Kind::name)
        value.error("not_an_address", in_quotes(value.node().text) +
                                          " is not an address of this machine; write an IP address "
                                          "and a port, such as 0.0.0.0:8080");
    listener.host = endpoint->host;
    listener.port = endpoint->port;
    listener.unix_path = endpoint->unix_path;
}

bool same_place(const ListenSettings& a, const ListenSettings& b)
{
    const bool any_free_port = a.unix_path.empty() && a.port == 0;
    return !any_free_port && a.host == b.host && a.port == b.port && a.unix_path == b.unix_path;
}

} // namespace

void read_listen(const Value& section, Settings& settings)
{
    const std::vector<Value> items = section.items_or_one();
    if (section.is_list() && items.empty())
        section.error("no_value", "an empty list; write an address such as 0.0.0.0:8080");
    if (items.size() > most_listeners) {
        section.error("too_many",
                      "there may be " + std::to_string(most_listeners) + " addresses to listen on");
        return;
    }
    for (const Value& item : items) {
        ListenSettings listener;
        if (item.is_map()) {
            Fields fields(item);
            if (const auto address =
                    fields.require("address", "write where to listen, such as 0.0.0.0:8080"))
                read_address(*address, settings.file, listener);
            if (const auto proxy = fields.find("proxy_protocol"))
                listener.proxy_protocol = proxy->boolean().value_or(false);
            fields.not_yet("tls");
            fields.finish();
        } else {
            read_address(item, settings.file, listener);
        }
        if (std::any_of(settings.listen.begin(), settings.listen.end(),
                        [&](const ListenSettings& other) { return same_place(listener, other); }))
            item.error("duplicate_address", "this address is in the list already");
        const bool readable = !listener.host.empty() || !listener.unix_path.empty();
        if (readable) settings.listen.push_back(std::move(listener));
    }
}

} // namespace weir
