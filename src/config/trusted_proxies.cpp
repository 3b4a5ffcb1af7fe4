#include "sections.hpp"

namespace weir {

void read_trusted_proxies(const Value& section, Settings& settings)
{
    for (const Value& item : section.items_or_one()) {
        if (!item.is_scalar()) {
            item.expected("not_a_network", "a network such as 10.0.0.0/8, or an address");
            continue;
        }
        const std::string& text = item.node().text;
        if (const auto network = IpNetwork::parse(text))
            settings.trusted_proxies.push_back(*network);
        else
            item.error("not_a_network", in_quotes(text) +
                                            " is not a network; write an address such as "
                                            "10.0.0.5 or a network such as 10.0.0.0/8");
    }
}

void read_client_address(const Value& section, Settings& settings)
{
    const auto field = section.choice<ClientAddressField>(
        {{"x_forwarded_for", ClientAddressField::x_forwarded_for},
         {"forwarded", ClientAddressField::forwarded}});
    if (field) settings.client_address = *field;
}

} // namespace weir
