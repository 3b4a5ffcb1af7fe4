#include "support/catch.hpp"

#include "sample_route.hpp"

#include <weir/limit/limiters.hpp>
#include <weir/simulate/replay.hpp>

using namespace weir;
using namespace std::chrono_literals;

namespace {

LimitSettings limit_by(SourceSettings source, Missing missing, std::int64_t count = 1)
{
    LimitSettings limit = window_limit(Algorithm::fixed_window, count, 1h);
    limit.key = {.sources = {std::move(source)}, .missing = missing};
    return limit;
}

ReplaySettings settings_of(std::vector<RouteSettings> routes)
{
    ReplaySettings settings;
    settings.routes = std::move(routes);
    settings.max_keys = 1000;
    return settings;
}

RouteSettings route_at(const char* path, std::vector<LimitSettings> limits)
{
    RouteSettings route = route_with(std::move(limits));
    route.name = route.match.path = path;
    return route;
}

// Lines of JSON, one each second; `more` stands behind the time.
AccessLog log_of(const std::vector<std::string>& more)
{
    std::string text;
    for (std::size_t i = 0; i < more.size(); ++i)
        text += R"({"ts":)" + std::to_string(1'796'112'000 + i) + ".0," + more[i] + "}\n";
    Result<AccessLog> log = read_access_log(text, "log");
    REQUIRE(log);
    REQUIRE(log->malformed == 0);
    return *std::move(log);
}

std::string get(const std::string& target, const std::string& more = "")
{
    return R"("client":"192.0.2.1","method":"GET","target":")" + target + "\"" + more;
}

} // namespace

TEST_CASE("logged requests go where served ones would", "[simulate]")
{
    RouteSettings posts = route_at("/form", {});
    posts.match.methods = {"POST"};
    const ReplayReport report = replay(
        settings_of({route_at("/reports/{id}", {}), posts}),
        log_of({get("/reports/7"), get("//reports/./7/"), get("/%72eports/8?x=y"), get("/form"),
                get("/elsewhere"), get("/a%2Fb"), get("/a b"), get("/reports/7?<"),
                R"("client":"192.0.2.1","method":"CONNECT","target":"a.test:443")",
                R"("client":"192.0.2.1","method":"OPTIONS","target":"*")",
                get("/" + std::string(9000, 'a'))}));
    CHECK(report.requests == 11);
    REQUIRE(report.routes.size() == 2);
    CHECK(report.routes[0].arrivals == 3);
    CHECK(report.routes[0].admitted == 3);
    CHECK(report.routes[1].arrivals == 0);
    CHECK(report.wrong_method == 1);
    CHECK(report.no_route == 1);
    CHECK(report.answered_early == 6);
    CHECK(report.without_host == 0);
}

TEST_CASE("key sources find in a log what it knows", "[simulate]")
{
    using Kind = SourceSettings::Kind;
    struct Row {
        SourceSettings source;
        std::vector<std::string> lines; // the limit is one request for each key
        std::uint64_t refused;
        const char* worst;
        const char* why;
    };
    const Row rows[] = {
        {{.name = "ip"}, {get("/r/1"), get("/r/2")}, 1, "ip:192.0.2.1", "the client"},
        {{.name = "id", .kind = Kind::path, .argument = "id"},
         {get("/r/1"), get("/r/2"), get("/r/1")},
         1,
         "id:1",
         "a path's segment"},
        {{.name = "q", .kind = Kind::query, .argument = "q"},
         {get("/r/1?q=a"), get("/r/1?q=b"), get("/r/1?q=%61")},
         1,
         "q:a",
         "the query"},
        {{.name = "api_key", .kind = Kind::header, .argument = "X-Api-Key"},
         {get("/r/1", R"(,"headers":{"x-api-key":"a"})"), get("/r/1", R"(,"http_x_api_key":"b")"),
          get("/r/1", R"(,"request_X-Api-Key":"a")")},
         1,
         "api_key:a",
         "a logged header"},
        {{.name = "user", .kind = Kind::header, .argument = "Authorization"},
         {get("/r/1", R"(,"user":"anna")"), get("/r/1", R"(,"user":"bert")"),
          get("/r/1", R"(,"user":"anna")")},
         1,
         "user:anna",
         "the user stands in for what he was known by"},
        {{.name = "sid", .kind = Kind::cookie, .argument = "sid"},
         {get("/r/1", R"(,"headers":{"Cookie":["a=b; sid=1"]})"),
          get("/r/1", R"(,"headers":{"Cookie":["sid=1"]})")},
         1,
         "sid:1",
         "a cookie"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.why);
        const ReplayReport report =
            replay(settings_of({route_at("/r/{id}", {limit_by(row.source, Missing::reject)})}),
                   log_of(row.lines));
        const SimulationReport& route = report.routes.at(0);
        CHECK(route.missing_key == 0);
        CHECK(route.refused == row.refused);
        CHECK(route.limits[0].lacking == std::vector<std::uint64_t>{0});
        REQUIRE(route.limits[0].refused_keys.size() == 1);
        CHECK(route.limits[0].refused_keys[0].key == row.worst);
    }
}

TEST_CASE("a key that the log lacks goes by `missing`, and is counted", "[simulate]")
{
    const SourceSettings api_key{
        .name = "api_key", .kind = SourceSettings::Kind::header, .argument = "X-Api-Key"};
    struct Row {
        Missing missing;
        std::uint64_t admitted;
        std::uint64_t refused;
        std::uint64_t missing_key;
        const char* worst;
    };
    const Row rows[] = {
        {Missing::ip, 2, 1, 0, "ip:192.0.2.1"},
        {Missing::shared, 1, 2, 0, "shared:all without a key"},
        {Missing::skip, 3, 0, 0, ""},
        {Missing::reject, 0, 0, 3, ""},
    };
    const AccessLog log =
        log_of({get("/"), get("/"), R"("client":"192.0.2.2","method":"GET","target":"/")"});
    for (const Row& row : rows) {
        CAPTURE(static_cast<int>(row.missing));
        const ReplayReport report =
            replay(settings_of({route_at("/**", {limit_by(api_key, row.missing)})}), log);
        const SimulationReport& route = report.routes.at(0);
        CHECK(route.arrivals == 3);
        CHECK(route.admitted == row.admitted);
        CHECK(route.refused == row.refused);
        CHECK(route.missing_key == row.missing_key);
        CHECK(route.limits[0].lacking == std::vector<std::uint64_t>{3});
        const auto& keys = route.limits[0].refused_keys;
        CHECK((keys.empty() ? "" : keys[0].key) == row.worst);
    }
}

TEST_CASE("of a list of keys it is told who lacked which", "[simulate]")
{
    LimitSettings limit =
        limit_by({.name = "api_key", .kind = SourceSettings::Kind::header, .argument = "X-Api-Key"},
                 Missing::ip);
    limit.key.sources.push_back({.name = "ip"});
    const ReplayReport report =
        replay(settings_of({route_at("/**", {limit})}),
               log_of({get("/"), get("/", R"(,"http_x_api_key":"k")"), get("/")}));
    CHECK(report.routes[0].limits[0].lacking == std::vector<std::uint64_t>{2, 0});
}

TEST_CASE("the client behind trusted proxies is found as in serving", "[simulate]")
{
    ReplaySettings settings =
        settings_of({route_at("/**", {limit_by({.name = "ip"}, Missing::ip)})});
    settings.trusted_proxies = {*IpNetwork::parse("192.0.2.0/24")};
    const std::string a = R"(,"http_x_forwarded_for":"203.0.113.7")";
    const std::string b = R"(,"http_x_forwarded_for":"203.0.113.8")";
    const AccessLog log = log_of({get("/", a), get("/", b), get("/", a)});
    CHECK(replay(settings, log).routes[0].refused == 1);
    settings.trusted_proxies.clear(); // then what it says is not believed
    CHECK(replay(settings, log).routes[0].refused == 2);
}

TEST_CASE("hosts lead to routes, and where the log has none that is told", "[simulate]")
{
    RouteSettings one_host = route_at("/**", {});
    one_host.match.host = "a.test";
    const ReplayReport report = replay(
        settings_of({one_host}),
        log_of({get("/", R"(,"host":"A.test:8080")"), get("/", R"(,"host":"b.test")"), get("/")}));
    CHECK(report.routes[0].arrivals == 1);
    CHECK(report.no_route == 2);
    CHECK(report.without_host == 1);
}

TEST_CASE("one route can be asked for", "[simulate]")
{
    ReplaySettings settings = settings_of({route_at("/a", {}), route_at("/**", {})});
    settings.only_route = "/**";
    const ReplayReport report = replay(settings, log_of({get("/a"), get("/b"), get("/c")}));
    REQUIRE(report.routes.size() == 1);
    CHECK(report.routes[0].route == "/**");
    CHECK(report.routes[0].arrivals == 2); // what goes to another route is that one's
    CHECK(report.other_routes == 1);
}

TEST_CASE("time is the log's", "[simulate]")
{
    // 08:00:00 and 08:00:01: one window of an hour. 09:00:00: another one.
    const RouteSettings route = route_at("/**", {limit_by({.name = "ip"}, Missing::ip)});
    std::vector<std::string> lines(3601, get("/"));
    const ReplayReport report = replay(settings_of({route}), log_of(lines));
    CHECK(report.routes[0].admitted == 2);
}

TEST_CASE("a comparison runs every algorithm alone on each route", "[simulate]")
{
    // More than a sliding_window_counter can hold.
    const LimitSettings too_much = limit_by({.name = "ip"}, Missing::ip, 4'294'967'296);
    ReplaySettings settings =
        settings_of({route_at("/a", {limit_by({.name = "ip"}, Missing::ip, 2)}),
                     route_at("/free", {}), route_at("/**", {too_much})});
    settings.compare = settings.with_history = true;
    std::uint64_t most = 0;
    const ReplayReport report =
        replay(settings, log_of({get("/a"), get("/a"), get("/a"), get("/free"), get("/x")}),
               [&](std::uint64_t, std::uint64_t all) { most = all; });
    CHECK(report.requests == 5);
    REQUIRE(report.routes[0].algorithms.size() == algorithms.size() - 1); // a log tells no lengths
    for (const SimulationReport::Alone& alone : report.routes[0].algorithms) {
        CAPTURE(algorithm_name(alone.numbers.algorithm));
        // Two may wait behind the one that leaves.
        const bool leaky = alone.numbers.algorithm == Algorithm::leaky_bucket;
        CHECK(alone.admitted == (leaky ? 3 : 2));
        CHECK(alone.refused == (leaky ? 0 : 1));
        REQUIRE(alone.history);
        CHECK(alone.history->remaining.at(0).key == "ip:192.0.2.1");
    }
    CHECK(report.routes[1].algorithms.empty());
    REQUIRE(report.routes[2].algorithms.size() == algorithms.size() - 1);
    for (const SimulationReport::Alone& alone : report.routes[2].algorithms)
        CHECK(alone.admitted == (alone.fault.empty() ? 1u : 0u));
}

TEST_CASE("a limit that counts certain answers goes by the log's", "[simulate]")
{
    LimitSettings failed_logins = limit_by({.name = "ip"}, Missing::ip, 2);
    failed_logins.count_status = {401, 403};
    const std::string good = R"(,"status":200)";
    const std::string bad = R"(,"status":"401")";
    const ReplayReport report =
        replay(settings_of({route_at("/**", {failed_logins})}),
               log_of({get("/", good), get("/", bad), get("/", good), get("/", good), get("/"),
                       get("/", bad), get("/", good), get("/", bad)}));
    CHECK(report.routes[0].admitted == 6);
    CHECK(report.routes[0].refused == 2);
}

TEST_CASE("what leaky buckets hold back is counted, slots are given back at once", "[simulate]")
{
    LimitSettings slots = limit_by({.name = "ip"}, Missing::ip);
    slots.limiter = {.algorithm = Algorithm::concurrency, .limit = 1};
    LimitSettings queue = bucket_limit(Algorithm::leaky_bucket, {1, 1h}, 2);
    ReplaySettings settings =
        settings_of({route_at("/slots", {slots}), route_at("/queue", {queue})});
    settings.compare = true;
    const ReplayReport report =
        replay(settings, log_of({get("/slots"), get("/slots"), get("/queue"), get("/queue"),
                                 get("/queue"), get("/queue")}));
    CHECK(report.routes[0].admitted == 2);
    CHECK(report.routes[0].algorithms.empty());
    CHECK(report.routes[1].admitted == 3);
    CHECK(report.routes[1].delayed == 2);
    CHECK(report.routes[1].refused == 1);
}

TEST_CASE("exempt clients are admitted, and lack no key", "[simulate]")
{
    LimitSettings limit =
        limit_by({.name = "api_key", .kind = SourceSettings::Kind::header, .argument = "X-Api-Key"},
                 Missing::skip);
    RouteSettings route = route_at("/**", {limit});
    route.exempt = {*IpNetwork::parse("192.0.2.1")};
    const ReplayReport report =
        replay(settings_of({route}),
               log_of({get("/"), get("/"), R"("client":"192.0.2.2","method":"GET","target":"/")"}));
    CHECK(report.routes[0].admitted == 3);
    CHECK(report.routes[0].exempt == 2);
    CHECK(report.routes[0].limits[0].lacking == std::vector<std::uint64_t>{1});
}
