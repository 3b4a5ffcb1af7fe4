#include <weir/decision/gate.hpp>

#include "support/catch.hpp"

#include <initializer_list>
#include <string>
#include <vector>

using namespace weir;
using namespace std::chrono_literals;

namespace {

constexpr SipSecret secret{1, 2};
constexpr Instant start{std::chrono::hours(24 * 365 * 56)};

SourceSettings by_header(std::string name)
{
    return {.name = name, .kind = SourceSettings::Kind::header, .argument = std::move(name)};
}

LimitSettings limit_of(std::string name, std::int64_t capacity, SourceSettings source,
                       Missing missing = Missing::ip)
{
    LimitSettings limit;
    limit.name = std::move(name);
    limit.limiter.algorithm = Algorithm::token_bucket;
    limit.limiter.rate = {1, std::chrono::minutes(1)};
    limit.limiter.capacity = capacity;
    limit.key = {{std::move(source)}, missing};
    return limit;
}

RouteTable table_with(std::vector<LimitSettings> limits)
{
    RouteSettings route;
    route.name = "login";
    route.match.path = "/login";
    route.limits = std::move(limits);
    return RouteTable({route}, {});
}

// One request on the only route of a table.
struct Asked {
    const char* client = "198.51.100.7";
    std::vector<Field> fields = {};

    template <typename Ask>
    Verdict with(const Ask& ask) const
    {
        RequestHead head;
        head.fields = fields;
        Facts facts;
        facts.head = &head;
        facts.client = *IpAddress::parse(client);
        return ask(facts);
    }
};

struct Fixture {
    explicit Fixture(std::vector<LimitSettings> limits) : table(table_with(std::move(limits))) {}

    Verdict decide(const Asked& asked, Duration after = 0s)
    {
        return asked.with([&](const Facts& facts) {
            Verdict verdict;
            gate.decide(table.routes()[0], facts, start + after, scratch, verdict);
            return verdict;
        });
    }
    Verdict look(const Asked& asked, Duration after = 0s)
    {
        return asked.with([&](const Facts& facts) {
            Verdict verdict;
            gate.look(table.routes()[0], facts, start + after, scratch, verdict);
            return verdict;
        });
    }
    Verdict decide_as(std::string_view caller, Cost cost = 0)
    {
        Verdict verdict;
        gate.decide_as(table.routes()[0], caller, cost, start, scratch, verdict);
        return verdict;
    }

    RouteTable table;
    MemoryStore store{1000};
    Gate gate{store, secret};
    std::string scratch;
};

const SourceSettings by_address{.name = "ip", .kind = SourceSettings::Kind::ip};

Asked tenant(std::string_view value)
{
    return {.fields = {{"X-Tenant", value, FieldId::other, false}}};
}

} // namespace

TEST_CASE("all limits decide together and the tightest speaks, in either order", "[decision]")
{
    // C85: 100 by tenant and 3 by address, both orders.
    const LimitSettings loose = limit_of("tenant", 100, by_header("X-Tenant"));
    const LimitSettings tight = limit_of("address", 3, by_address);
    for (const std::vector<LimitSettings>& limits : {std::vector{loose, tight}, {tight, loose}}) {
        Fixture fixture(limits);
        for (const std::int64_t remaining : {2, 1, 0}) {
            const Verdict verdict = fixture.decide(tenant("t1"));
            CHECK(verdict.admitted());
            CHECK(verdict.count == 2);
            CHECK(verdict.spokesman().limit->settings.name == "address");
            CHECK(verdict.spokesman().outcome.remaining == remaining);
        }
        for (const char* name : {"t1", "t1", "t2"}) {
            const Verdict verdict = fixture.decide(tenant(name));
            CHECK(verdict.refused());
            CHECK(verdict.spokesman().limit->settings.name == "address");
            CHECK(verdict.spokesman().outcome.wait == Duration(1min));
        }
    }
}

TEST_CASE("a refused request charges no limit", "[decision]")
{
    Fixture fixture(
        {limit_of("wide", 10, by_header("X-Tenant")), limit_of("narrow", 1, by_address)});
    CHECK(fixture.decide(tenant("t")).admitted());
    for (int i = 0; i < 5; ++i)
        CHECK(fixture.decide(tenant("t")).refused());
    Asked elsewhere = tenant("t");
    elsewhere.client = "203.0.113.1";
    const Verdict verdict = fixture.decide(elsewhere);
    CHECK(verdict.admitted());
    CHECK(verdict.parts[0].outcome.remaining == 8); // two admitted, five refused
}

TEST_CASE("a limit whose key is absent may be skipped", "[decision]")
{
    Fixture fixture({limit_of("tenant", 1, by_header("X-Tenant"), Missing::skip)});
    for (int i = 0; i < 3; ++i) {
        const Verdict verdict = fixture.decide({});
        CHECK(verdict.admitted());
        CHECK(verdict.count == 0);
    }
    CHECK(fixture.decide(tenant("t")).count == 1);
    CHECK(fixture.decide(tenant("t")).refused());
}

TEST_CASE("a limit that insists on a key refuses before anything is charged", "[decision]")
{
    Fixture fixture({limit_of("address", 1, by_address),
                     limit_of("tenant", 1, by_header("X-Tenant"), Missing::reject)});
    for (int i = 0; i < 3; ++i) {
        const Verdict verdict = fixture.decide({});
        CHECK(verdict.kind == Verdict::Kind::missing_key);
        CHECK_FALSE(verdict.admitted());
        CHECK_FALSE(verdict.refused());
        CHECK(verdict.count == 0);
        CHECK(verdict.spokesman().limit->settings.name == "tenant");
    }
    CHECK(fixture.decide(tenant("t")).admitted());
}

TEST_CASE("callers without a key are on their own, apart from those with one", "[decision]")
{
    // C30, three per caller.
    Fixture fixture({limit_of("key", 3, by_header("X-Tenant"))});
    for (int i = 0; i < 3; ++i)
        CHECK(fixture.decide({}).admitted());
    CHECK(fixture.decide({}).refused());
    CHECK(fixture.decide(tenant("")).refused()); // empty counts as missing
    CHECK(fixture.decide({.client = "127.0.0.2"}).admitted());
    CHECK(fixture.decide(tenant("k9")).admitted());
    CHECK(fixture.decide({}).parts[0].found.status == FoundKey::Status::address);
    CHECK(fixture.decide(tenant("k9")).parts[0].found.status == FoundKey::Status::found);
}

TEST_CASE("a repeated key header buys no fresh budget", "[decision]")
{
    // C69: the upstream might act on either copy, so none of them is let through.
    Fixture fixture({limit_of("key", 3, by_header("X-Tenant"))});
    int passed = 0;
    for (int i = 0; i < 10; ++i) {
        const std::string made_up = "random" + std::to_string(i);
        Asked asked = tenant(made_up);
        asked.fields.push_back({"x-tenant", "k1", FieldId::other, false});
        const Verdict verdict = fixture.decide(asked);
        CHECK(verdict.kind == Verdict::Kind::missing_key);
        passed += verdict.admitted();
    }
    CHECK(passed == 0);
}

TEST_CASE("one caller has a state of its own under every limit", "[decision]")
{
    Fixture fixture({limit_of("one", 5, by_address), limit_of("two", 5, by_address)});
    const Verdict verdict = fixture.decide({});
    CHECK(verdict.parts[0].key != verdict.parts[1].key);
    CHECK(verdict.parts[0].key != 0);
    CHECK(verdict.parts[0].outcome.remaining == 4);
    CHECK(verdict.parts[1].outcome.remaining == 4);
    CHECK(fixture.decide({}).parts[0].key == verdict.parts[0].key);
}

TEST_CASE("hashes of keys depend on the process's secret", "[decision]")
{
    Fixture fixture({limit_of("one", 5, by_address)});
    const Gate other(fixture.store, SipSecret{3, 4});
    const Verdict elsewhere = Asked{}.with([&](const Facts& facts) {
        Verdict verdict;
        other.decide(fixture.table.routes()[0], facts, start, fixture.scratch, verdict);
        return verdict;
    });
    CHECK(elsewhere.parts[0].key != fixture.decide({}).parts[0].key);
}

TEST_CASE("a look tells what a decision would and changes nothing", "[decision]")
{
    Fixture fixture({limit_of("one", 2, by_address)});
    for (int i = 0; i < 5; ++i) {
        const Verdict looked = fixture.look({});
        CHECK(looked.admitted());
        CHECK(looked.parts[0].outcome.remaining == 1);
    }
    CHECK(fixture.decide({}).parts[0].outcome == Outcome{true, 2, 1, 1min, {}});
    CHECK(fixture.look({}).parts[0].outcome.remaining == 0);
    CHECK(fixture.decide({}).admitted());
    CHECK(fixture.look({}).refused());
    CHECK(fixture.look({}, 1min).admitted());
}

TEST_CASE("a request costs what its limit says", "[decision]")
{
    LimitSettings dear = limit_of("dear", 10, by_address);
    dear.cost.units = 4;
    Fixture fixture({dear});
    CHECK(fixture.decide({}).parts[0].outcome.remaining == 6);
    CHECK(fixture.decide({}).parts[0].cost == 4);
    CHECK(fixture.decide({}).refused());
}

TEST_CASE("a simulated caller is a bare word", "[decision]")
{
    Fixture fixture({limit_of("key", 2, by_header("X-Tenant"), Missing::reject)});
    CHECK(fixture.decide_as("a").admitted());
    CHECK(fixture.decide_as("a").admitted());
    CHECK(fixture.decide_as("a").refused());
    CHECK(fixture.decide_as("b", 2).admitted());
    CHECK(fixture.decide_as("b", 1).refused());
    const Verdict too_dear = fixture.decide_as("c", 3);
    CHECK(too_dear.refused());
    CHECK_FALSE(too_dear.spokesman().outcome.wait);
    CHECK(fixture.decide_as("").admitted());
    // It is the same bucket that a request with this word as its key would use.
    CHECK(fixture.decide(tenant("a")).refused());
}

TEST_CASE("a route without limits admits", "[decision]")
{
    Fixture fixture({});
    CHECK(fixture.decide({}).admitted());
    CHECK(fixture.decide({}).count == 0);
    CHECK(fixture.look({}).admitted());
}

TEST_CASE("as many limits as a route may have", "[decision]")
{
    std::vector<LimitSettings> limits;
    for (std::size_t i = 0; i < RouteSettings::max_limits; ++i)
        limits.push_back(limit_of("l" + std::to_string(i), 100 - static_cast<int>(i), by_address));
    Fixture fixture(limits);
    const Verdict verdict = fixture.decide({});
    CHECK(verdict.count == RouteSettings::max_limits);
    CHECK(verdict.speaker == RouteSettings::max_limits - 1);
}

TEST_CASE("a caller with a plan has the plan's numbers, and one state whatever the plan",
          "[decision]")
{
    LimitSettings limit = limit_of("burst", 2, by_address);
    limit.plans = {{"gold", limit.limiter}, {"iron", limit.limiter}};
    limit.plans[0].limiter.capacity = 5;
    limit.plans[1].limiter.capacity = 1;
    Fixture fixture({limit});
    const auto ask = [&](std::string_view plan) {
        RequestHead head;
        Facts facts;
        facts.head = &head;
        facts.client = *IpAddress::parse("198.51.100.7");
        facts.plan = plan;
        Verdict verdict;
        fixture.gate.decide(fixture.table.routes()[0], facts, start, fixture.scratch, verdict);
        return verdict;
    };
    CHECK(ask("gold").parts[0].outcome.remaining == 4);
    CHECK(ask("gold").parts[0].numbers->capacity == 5);
    CHECK(ask("").refused()); // two used already
    CHECK(ask("unheard of").refused());
    CHECK(ask("gold").admitted());
    CHECK(ask("iron").refused());
}

TEST_CASE("a shadow refuses nobody, speaks for nobody, and is charged as if it were alone",
          "[decision]")
{
    LimitSettings shadow = limit_of("stricter", 1, by_address);
    shadow.shadow = true;
    Fixture fixture({limit_of("real", 3, by_address), shadow});
    for (const std::int64_t left : {2, 1, 0}) {
        const Verdict verdict = fixture.decide({});
        CHECK(verdict.admitted());
        CHECK(verdict.spokesman().limit->settings.name == "real");
        CHECK(verdict.spokesman().outcome.remaining == left);
        CHECK(verdict.parts[1].outcome.admitted == (left == 2));
    }
    const Verdict refused = fixture.decide({});
    CHECK(refused.refused());
    CHECK(refused.spokesman().limit->settings.name == "real");

    Fixture alone({shadow});
    CHECK(alone.decide({}).admitted());
    const Verdict verdict = alone.decide({});
    CHECK(verdict.admitted());
    CHECK_FALSE(verdict.parts[0].outcome.admitted);
    CHECK_FALSE(verdict.speaks());
}

TEST_CASE("what a real limit refuses is not charged to a shadow", "[decision]")
{
    LimitSettings shadow = limit_of("watching", 5, by_header("X-Tenant"));
    shadow.shadow = true;
    Fixture fixture({limit_of("real", 1, by_address), shadow});
    CHECK(fixture.decide(tenant("t")).admitted());
    for (int i = 0; i < 10; ++i)
        CHECK(fixture.decide(tenant("t")).refused());
    CHECK(fixture.look(tenant("t")).parts[1].outcome.remaining == 3); // one charged, one asked for
}

TEST_CASE("a limit in shadow lets those without its key through", "[decision]")
{
    LimitSettings shadow = limit_of("watching", 5, by_header("X-Tenant"), Missing::reject);
    shadow.shadow = true;
    Fixture fixture({shadow});
    CHECK(fixture.decide({}).admitted());
    CHECK(fixture.decide({}).count == 0);
}

TEST_CASE("no limit is for exempt clients", "[decision]")
{
    RouteSettings route;
    route.name = "login";
    route.match.path = "/login";
    route.limits = {limit_of("only", 1, by_address)};
    route.exempt = {*IpNetwork::parse("192.0.2.0/24")};
    Fixture fixture({});
    fixture.table = RouteTable({route}, {});
    for (int i = 0; i < 3; ++i) {
        CHECK(fixture.decide({.client = "192.0.2.7"}).admitted());
        CHECK(fixture.decide({.client = "192.0.2.7"}).count == 0);
    }
    CHECK(fixture.decide({.client = "198.51.100.7"}).admitted());
    CHECK(fixture.decide({.client = "198.51.100.7"}).refused());
}
