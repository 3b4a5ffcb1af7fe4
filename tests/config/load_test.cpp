#include "full_file.hpp"
#include "loading.hpp"
#include "support/catch.hpp"

#include <filesystem>
#include <fstream>

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("the smallest useful file loads with all defaults", "[config]")
{
    const Loaded loaded =
        load(with_limit("key: ip, algorithm: token_bucket, rate: 10/s, capacity: 20"));
    REQUIRE(loaded.settings);
    const Settings& settings = *loaded.settings;
    CHECK(settings.file == "weir.yaml");
    CHECK(settings.listen == std::vector<ListenSettings>{{"0.0.0.0", 8080, "", false}});
    CHECK(settings.threads == 0);
    CHECK(settings.timeouts == TimeoutSettings{});
    CHECK(settings.paths == PathOptions{});
    CHECK(settings.response == ResponseSettings{});
    CHECK(settings.log == LogSettings{});
    CHECK_FALSE(settings.max_body);
    REQUIRE(settings.upstreams.size() == 1);
    CHECK(settings.upstreams[0].servers == std::vector<ServerSettings>{{"127.0.0.1", 9000, ""}});
    REQUIRE(settings.routes.size() == 1);
    CHECK(settings.routes[0].name == "/**");
    REQUIRE(settings.routes[0].limits.size() == 1);
    const LimitSettings& limit = settings.routes[0].limits[0];
    CHECK(limit.name == "token_bucket");
    CHECK(limit.limiter.rate == Rate{10, 1s});
    CHECK(limit.limiter.capacity == 20);
    CHECK(limit.key.missing == Missing::ip);
    CHECK(limit.cost.units == 1);
}

TEST_CASE("every field of the vocabulary ends up in the settings", "[config]")
{
    INFO(faults_of(full_file));
    const Loaded loaded = load(full_file);
    REQUIRE(loaded.settings);
    const Settings& settings = *loaded.settings;
    CHECK(settings.listen == std::vector<ListenSettings>{{"0.0.0.0", 8080, "", true},
                                                         {"", 0, "/run/weir.sock", false}});
    CHECK(settings.trusted_proxies.size() == 2);
    CHECK(settings.client_address == ClientAddressField::forwarded);
    CHECK(settings.threads == 3);
    CHECK(settings.timeouts == TimeoutSettings{1s, 2s, 3s, 4s, 5min});
    CHECK(settings.head_limits.line == 4096);
    CHECK(settings.head_limits.header_bytes == 16384);
    CHECK(settings.head_limits.headers == 50);
    CHECK(settings.max_body == 10 * 1024 * 1024);
    CHECK(settings.paths ==
          PathOptions{PathOptions::EncodedSlash::keep, true, PathOptions::TrailingSlash::distinct,
                      PathOptions::Parameters::strip, PathOptions::Forward::as_received});
    CHECK(settings.upstreams[0] ==
          UpstreamSettings{
              "api", {{"10.0.0.5", 9000, ""}, {"api.internal", 9000, ""}}, 16, 500ms, 10s, 2});
    const RouteSettings& queue = settings.routes[1];
    CHECK(queue.shadow);
    CHECK(queue.exempt.size() == 2);
    REQUIRE(queue.limits.size() == 7);
    CHECK(queue.limits[0].plans.size() == 1);
    CHECK(queue.limits[1].spread == false); // on by default for global, but not for slots
    CHECK(queue.limits[2].shadow);
    CHECK(queue.limits[2].spread);
    CHECK(queue.limits[6].count_status == std::vector<int>{401, 403});
    CHECK(settings.upstreams[1].servers[0].unix_path == "/run/other.sock");
    CHECK(settings.keys.size() == 6);
    CHECK(settings.keys[0].ipv4_prefix == 24);
    CHECK(settings.keys[0].ipv6_prefix == 56);
    CHECK(settings.routes[0].limits[0].key.sources.size() == 2);
    CHECK(settings.routes[0].limits[4].limiter.rate == Rate{600, 1min});
    CHECK(settings.response.headers.size() == 2);
    CHECK(settings.response.structured == ResponseSettings::Structured::both);
    CHECK(settings.response.x_ratelimit_reset == ResponseSettings::XReset::epoch);
    CHECK(settings.response.retry_format == ResponseSettings::RetryFormat::http_date);
    CHECK(settings.response.jitter_permille == 125);
    CHECK(settings.response.status == 503);
    CHECK(settings.response.body == ResponseSettings::Body::json);
    CHECK(settings.response.upstream_headers == ResponseSettings::UpstreamHeaders::keep);
    CHECK(settings.max_keys == 1000);
    CHECK(settings.log == LogSettings{LogSettings::Level::debug, LogSettings::Format::json, 50,
                                      LogSettings::Decisions::all, true});
}

TEST_CASE("all errors of a file are told in one go, in the order of the file", "[config]")
{
    CHECK(
        faults_of(
            "lisen: 0.0.0.0:80\n"
            "upstreams: { api: a:0 }\n"
            "admin: { address: \"127.0.0.1:1\" }\n"
            "routes:\n"
            "  - { match: /a, upstream: apo, limits: [{ key: ip, algorithm: gcra, rate: 1 }] }\n"
            "threads: on\n") ==
        "weir.yaml:1:1: 'listen' is missing; write where to listen, as in 'listen: 0.0.0.0:8080'\n"
        "weir.yaml:1:1: unknown field 'lisen'; did you mean 'listen'?\n"
        "weir.yaml:2:19: upstreams.api: 'a:0' has no port that a server could have; write 1 to "
        "65535\n"
        "weir.yaml:3:1: admin: 'admin' is not in this version of weir yet\n"
        "weir.yaml:5:28: routes[0].upstream: unknown upstream 'apo'; did you mean 'api'?\n"
        "weir.yaml:5:76: routes[0].limits[0].rate: '1' is not a rate; write N/s, N/m, N/h or N/d\n"
        "weir.yaml:6:10: threads: found 'on'; write auto, or 1 to 256\n");
}

TEST_CASE("a file without listen, upstreams or routes is no configuration", "[config]")
{
    CHECK(
        faults_of("threads: auto\n") ==
        "weir.yaml:1:1: 'listen' is missing; write where to listen, as in 'listen: 0.0.0.0:8080'\n"
        "weir.yaml:1:1: 'upstreams' is missing; write where requests go, as in 'upstreams: { api: "
        "127.0.0.1:9000 }'\n"
        "weir.yaml:1:1: 'routes' is missing; write a list, as in 'routes: [{ match: /**, upstream: "
        "api }]'\n");
}

TEST_CASE("sections of later versions are errors and never ignored", "[config]")
{
    for (const std::string name :
         {"tls", "admin", "consumers_file", "api_key", "jwt", "store", "ledger", "overload"}) {
        CHECK(faults_of(with_section(name + ": x")) ==
              "weir.yaml:9:1: " + name + ": '" + name + "' is not in this version of weir yet\n");
    }
}

TEST_CASE("the smaller sections say what they accept", "[config]")
{
    struct Row {
        std::string section;
        std::string fault; // behind "weir.yaml:9:"
    };
    const Row rows[] = {
        {"threads: 0", "10: threads: found '0'; write auto, or 1 to 256"},
        {"threads: 257", "10: threads: found '257'; write auto, or 1 to 256"},
        {"threads:", "1: threads: has no value; write auto, or 1 to 256"},
        {"timeouts: { idle: 0ms }",
         "19: timeouts.idle: '0ms' is no time at all; write a duration above zero"},
        {"timeouts: { idle: 5 }", "19: timeouts.idle: '5' is not a duration; write N followed by "
                                  "ms, s, m, h or d (250ms, 10s)"},
        {"timeouts: { idel: 5s }", "13: timeouts: unknown field 'idel'; did you mean 'idle'?"},
        {"timeouts: [5s]",
         "11: timeouts: found a list; write a map of fields, as in 'name: value'"},
        {"request_limits: { line: 255 }",
         "25: request_limits.line: '255' is out of range; write 256 to 16MiB"},
        {"request_limits: { headers: 0 }",
         "28: request_limits.headers: '0' is out of range; write 1 to 10000"},
        {"request_limits: { body: -1 }", "25: request_limits.body: '-1' is not a size; write "
                                         "bytes, or N followed by KiB, MiB or GiB"},
        {"request_limits: { buffered_body: 1MiB }",
         "19: request_limits.buffered_body: 'buffered_body' is not in this version of weir yet"},
        {"paths: { ignore_case: on }", "23: paths.ignore_case: found 'on'; write true or false"},
        {"paths: { forward: raw }",
         "19: paths.forward: 'raw' is unknown; write canonical or as_received"},
        {"memory_store: { max_keys: 0 }",
         "27: memory_store.max_keys: '0' is out of range; write 1 to 1000000000"},
        {"log: { access: sample:0% }", "16: log.access: 'sample:0%' is unknown; write off, all, or "
                                       "sample:N% with N from 0.01 to 100"},
        {"log: { access: sample:101% }",
         "16: log.access: 'sample:101%' is unknown; write off, all, or "
         "sample:N% with N from 0.01 to 100"},
        {"log: { level: verbose }",
         "15: log.level: 'verbose' is unknown; write trace, debug, info, warn or error"},
        {"trusted_proxies: [10.0.0.0/33]", "19: trusted_proxies[0]: '10.0.0.0/33' is not a "
                                           "network; write an address such as 10.0.0.5 or a "
                                           "network such as 10.0.0.0/8"},
        {"client_address: x_real_ip",
         "17: client_address: 'x_real_ip' is unknown; write x_forwarded_for or forwarded"},
        {"response: { headers: [ratelimit, ratelimit] }",
         "34: response.headers[1]: 'ratelimit' is in the list already"},
        {"response: { status: 200 }",
         "21: response.status: '200' is out of range; write 400 to 599"},
        {"response: { retry_after: { jitter: 10.001 } }",
         "36: response.retry_after.jitter: '10.001' is not a share of the wait; write 0 to 10 with "
         "at "
         "most three decimals, such as 0.25"},
        {"response: { retry_after: { jitter: -0.5 } }",
         "36: response.retry_after.jitter: '-0.5' is not a share of the wait; write 0 to 10 with "
         "at "
         "most three decimals, such as 0.25"},
        {"response: { body: html }",
         "19: response.body: 'html' is unknown; write problem, json or text"},
        {"response: { body: { file: /nowhere/at.all } }",
         "27: response.body.file: '/nowhere/at.all' cannot be read: No such file or directory"},
        {"response: { body: { file: /dev/zero } }",
         "27: response.body.file: '/dev/zero' is not a plain file"},
        {"response: { body: { content_type: a/b } }",
         "13: response.body: 'file' is missing; write the file's path, as in 'body: { file: "
         "refused.json, content_type: application/json }'"},
    };
    for (const Row& row : rows) {
        INFO(row.section);
        CHECK(faults_of(with_section(row.section)) == "weir.yaml:9:" + row.fault + "\n");
    }
}

TEST_CASE("values at the ends of their ranges are read exactly", "[config]")
{
    const auto settings = [](const std::string& section) {
        INFO(section << faults_of(with_section(section)));
        const Loaded loaded = load(with_section(section));
        REQUIRE(loaded.settings);
        return *loaded.settings;
    };
    CHECK(settings("response: { retry_after: { jitter: 0 } }").response.jitter_permille == 0);
    CHECK(settings("response: { retry_after: { jitter: 10 } }").response.jitter_permille == 10'000);
    CHECK(settings("response: { retry_after: { jitter: 0.5 } }").response.jitter_permille == 500);
    CHECK(settings("response: { headers: [] }").response.headers.empty());
    CHECK(settings("log: { access: off }").log.access_per_10000 == 0);
    CHECK(settings("log: { access: all }").log.access_per_10000 == 10'000);
    CHECK(settings("log: { access: sample:100% }").log.access_per_10000 == 10'000);
    CHECK(settings("log: { access: sample:0.01% }").log.access_per_10000 == 1);
    CHECK(settings("threads: 256").threads == 256);
    CHECK(settings("threads: auto").threads == 0);
    CHECK(settings("request_limits: { body: 0 }").max_body == 0);
    CHECK_FALSE(settings("request_limits: { body: unlimited }").max_body);
}

TEST_CASE("a file that cannot be read is an error about the file as a whole", "[config]")
{
    const auto folder = std::filesystem::temp_directory_path();
    struct Row {
        std::string path;
        std::string fault;
    };
    const Row rows[] = {
        {"/nowhere/weir.yaml", "/nowhere/weir.yaml: cannot be read: No such file or directory"},
        {folder.string(), folder.string() + ": cannot be read: Is a directory"},
        {"/dev/zero", "/dev/zero: is larger than 4096KiB"},
    };
    for (const Row& row : rows) {
        const Loaded loaded = load_file(row.path, process_environment());
        CHECK_FALSE(loaded.settings);
        REQUIRE(loaded.findings.size() == 1);
        CHECK(loaded.findings[0].to_string() == row.fault);
        CHECK(loaded.findings[0].code == "unreadable_file");
    }
}

TEST_CASE("relative paths start at the folder of the file", "[config]")
{
    const auto folder = std::filesystem::temp_directory_path() / "weir-config-load-test";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "refused.json") << "{\"no\":true}";
    std::ofstream(folder / "large") << std::string(64 * 1024 + 1, 'x');
    const std::string file = (folder / "weir.yaml").string();
    std::ofstream(file)
        << "listen: unix:weir.sock\nupstreams: { api: a:1 }\n"
           "routes: [{ match: /**, upstream: api }]\n"
           "response: { body: { file: refused.json, content_type: application/json } }\n";
    const Loaded loaded = load_file(file, process_environment());
    REQUIRE(loaded.settings);
    CHECK(loaded.settings->listen[0].unix_path == (folder / "weir.sock").string());
    CHECK(loaded.settings->response.body == ResponseSettings::Body::file);
    CHECK(loaded.settings->response.file_body == "{\"no\":true}");
    CHECK(loaded.settings->response.file_content_type == "application/json");

    const Loaded large =
        load_text(with_section("response: { body: { file: large } }"), file, process_environment());
    REQUIRE(large.findings.size() == 1);
    CHECK_THAT(large.findings[0].message, ContainsSubstring("is larger than 64KiB"));
    std::filesystem::remove_all(folder);
}
