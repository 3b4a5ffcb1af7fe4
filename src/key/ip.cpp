#include "source.hpp"

namespace weir {

namespace {

// How many leading bits of this client's address tell callers apart.
int prefix_of(const IpAddress& client, int ipv4_prefix, int ipv6_prefix)
{
    if (!client.is_v6()) return ipv4_prefix;
    return client.is_loopback() ? 128 : ipv6_prefix;
}

bool find_ip(const SourceSettings& source, const Facts& facts, std::string& value)
{
    append_address(facts.client, source.ipv4_prefix, source.ipv6_prefix, value);
    return true;
}

bool describe_ip(const SourceSettings& source, const Facts& facts, std::string& words)
{
    const int prefix = prefix_of(facts.client, source.ipv4_prefix, source.ipv6_prefix);
    words += facts.client.masked(prefix).to_string();
    const int whole = facts.client.is_v6() ? 128 : 32;
    if (prefix < whole) words.append("/").append(std::to_string(prefix));
    return true;
}

} // namespace

void append_address(const IpAddress& client, int ipv4_prefix, int ipv6_prefix, std::string& bytes)
{
    const IpAddress network = client.masked(prefix_of(client, ipv4_prefix, ipv6_prefix));
    bytes.push_back(network.is_v6() ? '6' : '4');
    bytes.append(reinterpret_cast<const char*>(network.bytes().data()), network.is_v6() ? 16 : 4);
}

constinit const SourceKind ip_source{
    .kind = SourceSettings::Kind::ip,
    .name = "ip",
    .find = find_ip,
    .describe = describe_ip,
    .append_origin = [](const SourceSettings&, std::string& out) { out += "client address"; },
    .append_scope = [](const SourceSettings&, std::string& out) { out += "each client address"; },
};

} // namespace weir
