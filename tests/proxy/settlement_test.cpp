#include "settlement.hpp"

#include "support/catch.hpp"

using namespace weir;
using namespace std::chrono_literals;

namespace {

constexpr Instant start{std::chrono::hours{24 * 20'000}};

// One route with one limit, and one request after another.
struct Fixture {
    explicit Fixture(LimitSettings limit) : table(table_with(std::move(limit))) {}

    static RouteTable table_with(LimitSettings limit)
    {
        limit.name = "only";
        limit.key.sources = {{.name = "ip", .kind = SourceSettings::Kind::ip}};
        RouteSettings route;
        route.name = "all";
        route.match.path = "/**";
        route.limits = {std::move(limit)};
        return RouteTable({route}, {});
    }
    bool ask(BodyKind body = BodyKind::none)
    {
        RequestHead head;
        head.body = body;
        Facts facts;
        facts.head = &head;
        gate.decide(table.routes()[0], facts, now, scratch, verdict);
        settlement.start(gate, verdict);
        return verdict.admitted();
    }
    void answer(int status, std::vector<Field> fields = {}, std::string_view body = {})
    {
        ResponseHead head;
        head.status = status;
        head.fields = std::move(fields);
        settlement.answered(head, now);
        settlement.answer_body(body);
    }
    std::int64_t finish(std::uint64_t request_bytes = 0)
    {
        settlement.finish(request_bytes, now);
        CHECK_FALSE(settlement.any_open());
        return left();
    }
    std::int64_t left()
    {
        RequestHead head;
        Facts facts;
        facts.head = &head;
        Verdict looked;
        gate.look(table.routes()[0], facts, now, scratch, looked);
        const Outcome& outcome = looked.spokesman().outcome;
        return outcome.remaining + (outcome.admitted ? looked.parts[0].cost : 0);
    }

    RouteTable table;
    MemoryStore store{100};
    Gate gate{store, {1, 2}};
    Verdict verdict;
    Settlement settlement;
    std::string scratch;
    Instant now = start;
};

LimitSettings bucket_of(std::int64_t capacity)
{
    LimitSettings limit;
    limit.limiter = {
        .algorithm = Algorithm::token_bucket, .rate = {1, 1h}, .capacity = capacity, .debt = 1'000};
    return limit;
}

Field field(FieldId id, std::string_view name, std::string_view value)
{
    return {name, value, id, false};
}

} // namespace

TEST_CASE("only the answers that count are charged", "[proxy]")
{
    LimitSettings limit = bucket_of(3);
    limit.count_status = {401, 403};
    Fixture fixture(limit);
    for (int request = 0; request < 10; ++request) {
        REQUIRE(fixture.ask());
        fixture.answer(200);
        CHECK(fixture.verdict.parts[0].outcome.remaining == 3); // as the client is told
        CHECK(fixture.finish() == 3);
    }
    REQUIRE(fixture.ask());
    CHECK(fixture.finish() == 3); // no answer at all
    for (std::int64_t left : {2, 1, 0}) {
        REQUIRE(fixture.ask());
        fixture.answer(left == 1 ? 403 : 401);
        CHECK(fixture.finish() == left);
    }
    CHECK_FALSE(fixture.ask());
}

TEST_CASE("parallel requests cannot overspend what is counted afterwards", "[proxy]")
{
    LimitSettings limit = bucket_of(2);
    limit.count_status = {401};
    Fixture fixture(limit);
    Verdict first;
    RequestHead head;
    Facts facts;
    facts.head = &head;
    fixture.gate.decide(fixture.table.routes()[0], facts, start, fixture.scratch, first);
    REQUIRE(first.admitted());
    REQUIRE(fixture.ask());
    Verdict third;
    fixture.gate.decide(fixture.table.routes()[0], facts, start, fixture.scratch, third);
    CHECK(third.refused()); // two are under way that may count
    fixture.answer(200);
    CHECK(fixture.finish() == 1);
}

TEST_CASE("what the answer says is charged, with or without a reserve", "[proxy]")
{
    LimitSettings limit = bucket_of(100);
    SECTION("by a field")
    {
        limit.charge = ChargeSettings{ChargeSettings::Kind::response_header, "X-Cost", 1, 10};
        Fixture fixture(limit);
        REQUIRE(fixture.ask());
        CHECK(fixture.left() == 90);
        fixture.answer(200, {field(FieldId::other, "x-cost", "25")});
        CHECK(fixture.verdict.parts[0].outcome.remaining == 75);
        CHECK(fixture.finish() == 75);
        REQUIRE(fixture.ask());
        fixture.answer(200, {field(FieldId::other, "X-Cost", "much")});
        CHECK(fixture.finish() == 65); // as reserved
        REQUIRE(fixture.ask());
        CHECK(fixture.finish() == 65); // no answer: nothing
    }
    SECTION("by its length")
    {
        limit.charge = ChargeSettings{ChargeSettings::Kind::response_bytes, "", 10, 0};
        Fixture fixture(limit);
        REQUIRE(fixture.ask());
        fixture.answer(200, {}, "0123456789");
        fixture.settlement.answer_body("0");
        CHECK(fixture.finish() == 98);
        REQUIRE(fixture.ask());
        fixture.answer(204);
        CHECK(fixture.finish() == 98);
    }
    SECTION("by a number in its body")
    {
        limit.charge = ChargeSettings{ChargeSettings::Kind::response_json, "/usage/total", 1, 20};
        Fixture fixture(limit);
        REQUIRE(fixture.ask());
        fixture.answer(200, {}, R"({"usage":{"tot)");
        fixture.settlement.answer_body(R"(al":150}})");
        CHECK(fixture.finish() == 0); // fifty below zero
        CHECK_FALSE(fixture.ask());
        fixture.now += 70h; // twenty are there for the reserve
        CHECK(fixture.ask());
        fixture.answer(200, {field(FieldId::content_encoding, "Content-Encoding", "gzip")},
                       R"({"usage":{"total":3}})");
        CHECK(fixture.settlement.unreadable());
        CHECK(fixture.finish() == 0); // as reserved
    }
    SECTION("by the last event of a stream")
    {
        limit.charge = ChargeSettings{ChargeSettings::Kind::response_json, "/n", 1, 0};
        Fixture fixture(limit);
        REQUIRE(fixture.ask());
        fixture.answer(
            200, {field(FieldId::content_type, "Content-Type", "Text/Event-Stream; charset=utf-8")},
            "data: {\"n\":1}\n\ndata: {\"n\":40}\n\ndata: [DONE]\n\n");
        CHECK(fixture.finish() == 60);
    }
}

TEST_CASE("a request body that did not tell its length is charged when it has come", "[proxy]")
{
    LimitSettings limit = bucket_of(100);
    limit.cost = {CostSettings::Kind::request_bytes, 10, ""};
    Fixture fixture(limit);
    REQUIRE(fixture.ask(BodyKind::chunked));
    CHECK(fixture.left() == 99);
    fixture.answer(200);
    CHECK(fixture.finish(95) == 90);
}

TEST_CASE("a slot is given back once, however often the end is told", "[proxy]")
{
    LimitSettings limit;
    limit.limiter = {.algorithm = Algorithm::concurrency, .limit = 1};
    Fixture fixture(limit);
    REQUIRE(fixture.ask());
    CHECK(fixture.left() == 0);
    Verdict second;
    RequestHead head;
    Facts facts;
    facts.head = &head;
    fixture.gate.decide(fixture.table.routes()[0], facts, start, fixture.scratch, second);
    CHECK(second.refused());
    CHECK_FALSE(second.any_open); // a refused request has nothing to give back
    fixture.answer(200);
    CHECK(fixture.left() == 0); // not before the end
    CHECK(fixture.finish() == 1);
    CHECK(fixture.finish() == 1);
}
