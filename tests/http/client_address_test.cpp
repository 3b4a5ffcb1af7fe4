#include "vectors.hpp"

#include <weir/http/client_address.hpp>

#include "support/catch.hpp"

using namespace weir;
using nlohmann::json;

namespace {

struct Request {
    std::vector<IpNetwork> trusted;
    IpAddress peer;
    std::vector<std::pair<std::string, std::string>> fields;

    std::string client(ClientAddressField field) const
    {
        RequestHead head;
        for (const auto& [name, value] : fields)
            head.fields.push_back({.name = name, .value = value, .id = field_id(name)});
        return client_address(head, peer, trusted, field).to_string();
    }
};

} // namespace

TEST_CASE("every client address vector gets its address", "[http][vectors]")
{
    int run = 0;
    const json vectors = load_vectors("ip_vectors.json");
    for (const json& vector : vectors["vectors"]) {
        if (vector["kind"] != "client-ip") continue;
        const std::string id = vector["id"];
        Request request;
        request.peer = *IpAddress::parse(vector["peer"].get<std::string>());
        for (const std::string network : vector["trusted"])
            request.trusted.push_back(*IpNetwork::parse(network));
        for (const json& field : vector["headers"])
            request.fields.emplace_back(field[0], field[1]);
        const bool forwarded = id.starts_with("fwd-") && id != "fwd-and-xff-conflict";
        INFO(id);
        CHECK(request.client(forwarded ? ClientAddressField::forwarded
                                       : ClientAddressField::x_forwarded_for) ==
              vector["expect"]["client_ip"].get<std::string>());
        ++run;
    }
    CHECK(run == 21);
}

TEST_CASE("every limit key vector gets its network", "[http][vectors]")
{
    int run = 0;
    const json vectors = load_vectors("ip_vectors.json");
    for (const json& vector : vectors["vectors"]) {
        if (vector["kind"] != "limit-key") continue;
        INFO(vector["id"].get<std::string>());
        const IpAddress address = *IpAddress::parse(vector["ip"].get<std::string>());
        const int bits = address.is_loopback() ? 128 : address.is_v6() ? 64 : 32;
        CHECK(address.masked(bits).to_string() + "/" + std::to_string(bits) ==
              vector["expect"]["key"].get<std::string>());
        ++run;
    }
    CHECK(run == 7);
}

TEST_CASE("a chain is read from the right, past trusted proxies", "[http]")
{
    struct Row {
        std::vector<std::string> lines;
        const char* client;
        const char* why;
    };
    const Row rows[] = {
        {{}, "10.0.0.1", "no field"},
        {{"10.0.0.3, 10.0.0.2"}, "10.0.0.3", "all trusted: the leftmost"},
        {{"1.1.1.1", "10.0.0.2"}, "1.1.1.1", "lines are one list"},
        {{"1.1.1.1, ,, 10.0.0.2,"}, "1.1.1.1", "empty members do not count"},
        {{"1.1.1.1, x, 10.0.0.2"}, "10.0.0.2", "what is no address ends the walk"},
        {{"1.1.1.1, unknown"}, "10.0.0.1", "as does a name"},
        {{"1.1.1.1:70000"}, "10.0.0.1", "no port"},
        {{"1.1.1.1:"}, "10.0.0.1", "no port either"},
        {{"[1.1.1.1]"}, "10.0.0.1", "brackets are for IPv6"},
        {{"[2001:db8::1"}, "10.0.0.1", "no closing bracket"},
        {{"2001:db8::1"}, "2001:db8::1", "bare IPv6"},
        {{"[2001:db8::1]:443"}, "2001:db8::1", "with a port"},
        {{"[2001:db8::1]443"}, "10.0.0.1", "no colon"},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        Request request{{*IpNetwork::parse("10.0.0.0/8")}, *IpAddress::parse("10.0.0.1"), {}};
        for (const std::string& line : row.lines)
            request.fields.emplace_back("X-Forwarded-For", line);
        CHECK(request.client(ClientAddressField::x_forwarded_for) == row.client);
    }
}
