#include "loading.hpp"
#include "support/catch.hpp"

using namespace weir;

namespace {

std::string with_listen(const std::string& listen)
{
    return "listen: " + listen +
           "\nupstreams: { api: 127.0.0.1:9000 }\nroutes: [{ match: /**, upstream: api }]\n";
}

std::string with_server(const std::string& server)
{
    return "listen: 0.0.0.0:1\nroutes: [{ match: /**, upstream: api }]\nupstreams: { api: " +
           server + " }\n";
}

} // namespace

TEST_CASE("where to listen is a string, a map or a list of them", "[config]")
{
    struct Row {
        std::string listen;
        std::vector<ListenSettings> expected;
    };
    const Row rows[] = {
        {"0.0.0.0:8080", {{"0.0.0.0", 8080, "", false}}},
        {"127.0.0.1:0", {{"127.0.0.1", 0, "", false}}},
        {"localhost:80", {{"127.0.0.1", 80, "", false}}},
        {"\"[::]:8080\"", {{"::", 8080, "", false}}},
        {"\"[2001:DB8::1]:1\"", {{"2001:db8::1", 1, "", false}}},
        {"unix:/run/weir.sock", {{"", 0, "/run/weir.sock", false}}},
        {"{ address: \"127.0.0.1:1\", proxy_protocol: true }", {{"127.0.0.1", 1, "", true}}},
        {"[127.0.0.1:1, { address: \"127.0.0.1:2\", proxy_protocol: false }]",
         {{"127.0.0.1", 1, "", false}, {"127.0.0.1", 2, "", false}}},
        {"[127.0.0.1:0, 127.0.0.1:0]", {{"127.0.0.1", 0, "", false}, {"127.0.0.1", 0, "", false}}},
    };
    for (const Row& row : rows) {
        INFO(row.listen << "\n" << faults_of(with_listen(row.listen)));
        const Loaded loaded = load(with_listen(row.listen));
        REQUIRE(loaded.settings);
        CHECK(loaded.settings->listen == row.expected);
    }
}

TEST_CASE("an address that is none says what is accepted", "[config]")
{
    const std::string accepted = "; write host:port, [v6]:port or unix:/path";
    struct Row {
        std::string listen;
        std::string fault; // behind "weir.yaml:1:"
    };
    const Row rows[] = {
        {"8080", "9: listen: '8080' has no port" + accepted},
        {":8080",
         "9: listen: ':8080' has neither a host name nor an address before the port" + accepted},
        {"0.0.0.0:70000", "9: listen: '0.0.0.0:70000' has no port from 0 to 65535" + accepted},
        {"0.0.0.0:080", "9: listen: '0.0.0.0:080' has no port from 0 to 65535" + accepted},
        {"1.2.3:80",
         "9: listen: '1.2.3:80' has neither a host name nor an address before the port" + accepted},
        {"\"::1:80\"", "9: listen: '::1:80' is an IPv6 address without brackets" + accepted},
        {"\"[1.2.3.4]:80\"",
         "9: listen: '[1.2.3.4]:80' is not an IPv6 address and a port" + accepted},
        {"http://a:1", "9: listen: 'http://a:1' is a URL" + accepted},
        {"\"unix:\"", "9: listen: 'unix:' without a path; write unix:/path"},
        {"example.com:80",
         "9: listen: 'example.com:80' is not an address of this machine; write an IP "
         "address and a port, such as 0.0.0.0:8080"},
        {"[]", "9: listen: an empty list; write an address such as 0.0.0.0:8080"},
        {"", "1: listen: has no value; write a list"},
        {"{ proxy_protocol: true }",
         "1: listen: 'address' is missing; write where to listen, such as 0.0.0.0:8080"},
        {"{ address: \"127.0.0.1:1\", proxy_protocol: yes }",
         "51: listen.proxy_protocol: found 'yes'; write true or false"},
        {"{ address: \"127.0.0.1:1\", tls: { certificate: a } }",
         "35: listen.tls: 'tls' is not in this version of weir yet"},
        {"[127.0.0.1:1, 127.0.0.1:1]", "23: listen[1]: this address is in the list already"},
    };
    for (const Row& row : rows) {
        INFO(row.listen);
        CHECK(faults_of(with_listen(row.listen)) == "weir.yaml:1:" + row.fault + "\n");
    }
}

TEST_CASE("an upstream is one address or a map with servers", "[config]")
{
    struct Row {
        std::string upstream;
        std::vector<ServerSettings> expected;
    };
    const Row rows[] = {
        {"api.internal:9000", {{"api.internal", 9000, ""}}},
        {"\"[::1]:9000\"", {{"::1", 9000, ""}}},
        {"\"unix:/run/a.sock\"", {{"", 0, "/run/a.sock"}}},
        {"{ servers: 10.0.0.5:1 }", {{"10.0.0.5", 1, ""}}},
        {"{ servers: [10.0.0.5:1, { address: \"b_c:2\", weight: 1 }], balance: least_requests }",
         {{"10.0.0.5", 1, ""}, {"b_c", 2, ""}}},
    };
    for (const Row& row : rows) {
        INFO(row.upstream << "\n" << faults_of(with_server(row.upstream)));
        const Loaded loaded = load(with_server(row.upstream));
        REQUIRE(loaded.settings);
        CHECK(loaded.settings->upstreams[0].servers == row.expected);
    }
}

TEST_CASE("a wrong upstream says what is accepted", "[config]")
{
    struct Row {
        std::string upstream;
        std::string fault; // behind "weir.yaml:3:"
    };
    const Row rows[] = {
        {"a:0", "19: upstreams.api: 'a:0' has no port that a server could have; write 1 to 65535"},
        {"10.0.0.256:1", "19: upstreams.api: '10.0.0.256:1' has neither a host name nor an address "
                         "before the port; write host:port, [v6]:port or unix:/path"},
        {"[a:1]",
         "19: upstreams.api: found a list; write 'servers: [host:port, ...]' below the name"},
        {"{ }",
         "14: upstreams.api: 'servers' is missing; write a list of host:port, as in 'servers: "
         "[127.0.0.1:9000]'"},
        {"{ servers: [] }",
         "30: upstreams.api.servers: an empty list; write at least one host:port"},
        {"{ servers: a:1, keepalive: -1 }",
         "46: upstreams.api.keepalive: '-1' is out of range; write 0 to 100000"},
        {"{ servers: a:1, retries: 11 }",
         "44: upstreams.api.retries: '11' is out of range; write 0 to 10"},
        {"{ servers: a:1, connect_timeout: 0s }",
         "52: upstreams.api.connect_timeout: '0s' is no time at all; write a duration above zero"},
        {"{ servers: a:1, response_timeout: 31d }",
         "53: upstreams.api.response_timeout: '31d' is longer than 30d"},
        {"{ servers: a:1, balance: random_two }",
         "44: upstreams.api.balance: 'random_two' is not in this version of weir yet; write "
         "least_requests or leave 'balance' out"},
        {"{ servers: [{ address: \"a:1\", weight: 2 }] }",
         "57: upstreams.api.servers[0].weight: '2' is not in this version of weir yet; write 1 or "
         "leave "
         "'weight' out"},
        {"{ servers: a:1, health: { path: / } }",
         "35: upstreams.api.health: 'health' is not in this version of weir yet"},
        {"{ servers: a:1, circuit_breaker: x }",
         "35: upstreams.api.circuit_breaker: 'circuit_breaker' is not in this version of weir yet"},
        {"{ servers: a:1, concurrency: x }",
         "35: upstreams.api.concurrency: 'concurrency' is not in this version of weir yet"},
        {"{ servers: a:1, tls: x }",
         "35: upstreams.api.tls: 'tls' is not in this version of weir yet"},
    };
    for (const Row& row : rows) {
        INFO(row.upstream);
        CHECK(faults_of(with_server(row.upstream)) == "weir.yaml:3:" + row.fault + "\n");
    }
}
