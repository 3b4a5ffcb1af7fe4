#include "loading.hpp"
#include "support/catch.hpp"

using namespace weir;
using Kind = SourceSettings::Kind;

namespace {

std::string with_keys(const std::string& keys)
{
    return with_section("keys:\n  " + keys);
}

std::string with_key(const std::string& key)
{
    return with_limit("algorithm: gcra, rate: 1/s, key: " + key) +
           "keys:\n  api_key: { source: header, name: X-Api-Key }\n";
}

} // namespace

TEST_CASE("a wrong key definition says what is accepted", "[config]")
{
    struct Row {
        std::string keys;
        std::string fault; // behind "weir.yaml:10:"
    };
    const Row rows[] = {
        {"ip: { source: ip }", "3: keys.ip: 'ip' is built in; call this key something else"},
        {"consumer: { source: header, name: X }",
         "3: keys.consumer: 'consumer' is built in; call this key something else"},
        {"a: { source: header }",
         "3: keys.a: 'name' is missing; write the header's name, as in 'name: X-Api-Key'"},
        {"a: { source: header, name: \"a b\" }",
         "30: keys.a.name: 'a b' cannot be the name of a header"},
        {"a: { source: query, name: q }",
         "3: keys.a: 'param' is missing; write the parameter's name, as in 'param: api_key'\n"
         "weir.yaml:10:23: keys.a: unknown field 'name'; source query does not take it"},
        {"a: { source: ip, ipv4_prefix: 33 }",
         "33: keys.a.ipv4_prefix: '33' is out of range; write 0 to 32"},
        {"a: { source: ip, ipv6_prefix: 129 }",
         "33: keys.a.ipv6_prefix: '129' is out of range; write 0 to 128"},
        {"a: { source: jwt, claim: sub }",
         "16: keys.a.source: the key source 'jwt' is not in this version of weir yet"},
        {"a: { source: body_json, pointer: /a }",
         "16: keys.a.source: the key source 'body_json' is not in this version of weir yet"},
        {"a: { source: heder, name: X }",
         "16: keys.a.source: 'heder' is unknown; write ip, header, cookie, query or path"},
        {"a: { source: cookie, name: sid, missing: ip }",
         "35: keys.a.missing: 'missing' stands beside the 'key' of a limit, not inside of a key"},
        {"a: { source: cookie, name: sid, normalize: [trim, upper] }",
         "53: keys.a.normalize[1]: 'upper' is unknown; write trim or lowercase"},
        {"a: header", "6: keys.a: found 'header'; write a map of fields, as in 'name: value'"},
        {"a: { combine: [ip] }",
         "17: keys.a.combine: a combination is of 2 to 8 keys, as in 'combine: [ip, api_key]'"},
        {"a: { combine: [ip, b] }",
         "22: keys.a.combine[1]: unknown key 'b'; there is global or ip"},
        {"a: { combine: [ip, a] }",
         "22: keys.a.combine[1]: 'a' is a combination itself; write its keys instead"},
    };
    for (const Row& row : rows) {
        INFO(row.keys);
        CHECK(faults_of(with_keys(row.keys)) == "weir.yaml:10:" + row.fault + "\n");
    }
}

TEST_CASE("a combination may name keys below it but no other combination", "[config]")
{
    const auto loaded =
        load(with_keys("pair: { combine: [ip, k] }\n  k: { source: query, param: k }"));
    REQUIRE(loaded.settings);
    REQUIRE(loaded.settings->keys.size() == 2);
    const SourceSettings& pair = loaded.settings->keys[1];
    CHECK(pair.name == "pair");
    CHECK(pair.kind == Kind::combine);
    REQUIRE(pair.parts.size() == 2);
    CHECK(pair.parts[0].name == "ip");
    CHECK(pair.parts[1] == loaded.settings->keys[0]);

    CHECK(faults_of(with_keys("a: { combine: [ip, b] }\n  b: { combine: [ip, global] }")) ==
          "weir.yaml:10:22: keys.a.combine[1]: 'b' is a combination itself; write its keys "
          "instead\n");
}

TEST_CASE("the key of a limit is a name, a list of which the first counts, or a definition",
          "[config]")
{
    const auto sources = [](const std::string& key) {
        const Loaded loaded = load(with_key(key));
        INFO(key);
        REQUIRE(loaded.settings);
        return loaded.settings->routes[0].limits[0].key.sources;
    };
    REQUIRE(sources("ip").size() == 1);
    CHECK(sources("ip")[0].ipv6_prefix == 64);
    CHECK(sources("ip")[0].ipv4_prefix == 32);
    CHECK(sources("global")[0].kind == Kind::global);
    const auto list = sources("[api_key, { source: cookie, name: sid, normalize: lowercase }, ip]");
    REQUIRE(list.size() == 3);
    CHECK(list[0].name == "api_key");
    CHECK(list[0].argument == "X-Api-Key");
    CHECK(list[1].name == "cookie");
    CHECK(list[1].normalize ==
          std::vector<SourceSettings::Normalize>{SourceSettings::Normalize::lowercase});
    CHECK(list[2].kind == Kind::ip);
}

TEST_CASE("a limit's key that is not there is an error with the nearest name", "[config]")
{
    CHECK(faults_of(with_key("api_kye")) == "weir.yaml:8:44: routes[0].limits[0].key: unknown key "
                                            "'api_kye'; did you mean 'api_key'?\n");
    CHECK(
        faults_of(with_key("[ip, consumer]")) ==
        "weir.yaml:8:49: routes[0].limits[0].key[1]: the key 'consumer' is not in this version of "
        "weir yet\n");
    CHECK(faults_of(with_key("[]")) ==
          "weir.yaml:8:44: routes[0].limits[0].key: a list of keys has 1 to 8 of them\n");
    CHECK(faults_of(with_key("{ source: path, param: id }")) ==
          "weir.yaml:8:44: routes[0].limits[0].key: the route's path '/**' has no segment {id}\n");
}

TEST_CASE("a key that is defined wrongly is reported once, not again where it is used", "[config]")
{
    CHECK(
        faults_of(with_limit("key: a, algorithm: gcra, rate: 1/s") +
                  "keys: { a: { source: x } }\n") ==
        "weir.yaml:9:22: keys.a.source: 'x' is unknown; write ip, header, cookie, query or path\n");
}
