#include "sections.hpp"

namespace weir {

std::optional<IpNetwork> read_network(const Value& value, const std::string& address,
                                      const std::string& network)
{
    if (!value.is_scalar()) {
        value.expected("not_a_network", "a network such as " + network + ", or an address");
        return std::nullopt;
    }
    const std::string& text = value.node().text;
    const auto read = IpNetwork::parse(text);
    if (!read)
        value.error("not_a_network", in_quotes(text) +
                                         " is not a network; write an address such "
                                         "as " +
                                         address + " or a network such as " + network);
    return read;
}

void read_trusted_proxies(const Value& section, Settings& settings)
{
    for (const Value& item : section.items_or_one())
        if (const auto network = read_network(item, "10.0.0.5", "10.0.0.0/8"))
            settings.trusted_proxies.push_back(*network);
}

void read_client_address(const Value& section, Settings& settings)
{
    const auto field = section.choice<ClientAddressField>(
        {{"x_forwarded_for", ClientAddressField::x_forwarded_for},
         {"forwarded", ClientAddressField::forwarded}});
    if (field) settings.client_address = *field;
}

} // namespace weir
