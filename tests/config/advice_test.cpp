#include "full_file.hpp"
#include "loading.hpp"
#include "support/catch.hpp"

#include <filesystem>

using namespace weir;

namespace {

std::string advice_on(const std::string& text)
{
    INFO(faults_of(text));
    const Loaded loaded = load(text);
    REQUIRE(loaded.settings);
    std::string all;
    for (const Finding& finding : advice(*loaded.settings)) {
        CHECK(finding.severity == Finding::Severity::advice);
        all += std::to_string(finding.line) + ":" + std::to_string(finding.column) + " " +
               finding.code + "\n";
    }
    return all;
}

const std::string keys = "keys:\n"
                         "  k: { source: header, name: X-Api-Key }\n"
                         "  pair: { combine: [ip, k] }\n";

} // namespace

TEST_CASE("advice comes with a code and a place", "[config]")
{
    const std::string ip = "      - { key: ip, algorithm: gcra, rate: 1/s }\n";
    const std::string upstream = "  - { match: /a, upstream: api }\n";
    struct Row {
        std::string text;
        std::string advice;
        const char* why;
    };
    const Row rows[] = {
        {with_limits(ip), "", "nothing to say"},
        {with_limits(
             "      - { key: ip, algorithm: gcra, rate: 1/s, plans: { gold: { rate: 9/s } } }\n"),
         "8:55 nobody_has_a_plan\n", "there are no consumers"},
        {with_limits(ip) + upstream, "9:5 route_never_matches\n", "/** above takes all"},
        {with_limits("      - { key: k, algorithm: gcra, rate: 1/s }\n") + keys,
         "8:16 fresh_bucket_at_will\n", "nobody checks the header"},
        {with_limits("      - { key: [k, ip], algorithm: gcra, rate: 1/s }\n") + keys,
         "8:16 fresh_bucket_at_will\n", "the address counts only for who leaves it out"},
        {with_limits("      - { key: k, algorithm: gcra, rate: 1/s }\n" + ip) + keys, "",
         "a second limit holds everybody"},
        {with_limits("      - { key: k, algorithm: gcra, rate: 1/s }\n"
                     "      - { key: global, algorithm: gcra, rate: 1/s }\n") +
             keys,
         "", "so does one for all together"},
        {with_limits("      - { key: k, algorithm: gcra, rate: 1/s, missing: skip }\n") + keys,
         "8:16 free_without_key\n", "leaving it out frees"},
        {with_limits("      - { key: pair, algorithm: gcra, rate: 1/s }\n") + keys,
         "8:16 pair_multiplies\n", "one bucket for each pair"},
        {with_limits(
             "      - { key: { source: header, name: x-forwarded-FOR }, algorithm: gcra, rate: "
             "1/s }\n" +
             ip),
         "8:16 address_from_header\n", "anybody can write it"},
        {with_limits(
             "      - { key: ip, algorithm: sliding_window_log, limit: 10001, window: 1h }\n"),
         "8:9 long_log\n", "80 KB for each key"},
        {with_section("trusted_proxies: [0.0.0.0/0]"), "9:18 trusts_everyone\n", "all are trusted"},
        {with_section("trusted_proxies: [\"::/0\"]"), "9:18 trusts_everyone\n", "all are trusted"},
        {with_section("response: { retry_after: { jitter: 0 } }"), "9:36 no_jitter\n", "a herd"},
        {with_section("keys: { n: { source: ip, ipv6_prefix: 128 } }"),
         "9:12 ipv6_prefix_too_long\n", "2^64 addresses for everybody"},
        {"listen: { address: \"0.0.0.0:1\", proxy_protocol: true }\n"
         "upstreams: { api: { servers: a:1, keepalive: 0 } }\n"
         "routes: [{ match: /**, upstream: api }]\n",
         "1:9 proxy_protocol_from_nobody\n2:19 no_keepalive\n", "two of them, in order"},
    };
    for (const Row& row : rows) {
        INFO(row.why << ":\n" << row.text);
        CHECK(advice_on(row.text) == row.advice);
    }
}

TEST_CASE("advice reads as one line", "[config]")
{
    const Loaded loaded = load(with_section("trusted_proxies: [0.0.0.0/0]"));
    REQUIRE(loaded.settings);
    const auto findings = advice(*loaded.settings);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].to_string() == "weir.yaml:9:18: advice: trusted_proxies: 0.0.0.0/0 trusts "
                                     "everybody, so any client can claim "
                                     "any address; name only your own proxies");
}

TEST_CASE("the files that operators copy are valid and need no advice", "[config]")
{
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(WEIR_SOURCE_DIR "/config")) {
        if (entry.path().extension() != ".yaml") continue;
        ++files;
        INFO(entry.path());
        const Loaded loaded = load_file(entry.path().string(), process_environment());
        for (const Finding& finding : loaded.findings)
            FAIL_CHECK(finding.to_string());
        REQUIRE(loaded.settings);
        for (const Finding& finding : advice(*loaded.settings))
            FAIL_CHECK(finding.to_string());
    }
    CHECK(files >= 4);
}
