#include "decision/cost.hpp"

#include "support/catch.hpp"

using namespace weir;

namespace {

AskedCost asked(const LimitSettings& limit, std::string_view cost_field, std::uint64_t length = 0,
                BodyKind body = BodyKind::none)
{
    RequestHead head;
    head.fields = {{"x-cost", cost_field, FieldId::other, false}};
    head.content_length = length;
    head.body = body;
    return asked_cost(limit, head);
}

} // namespace

TEST_CASE("what a header asks for is held within bounds", "[decision]")
{
    LimitSettings limit;
    limit.cost = {CostSettings::Kind::request_header, 100, "X-Cost"};
    CHECK(asked(limit, "7").taken == 7);
    CHECK(asked(limit, "100").taken == 100);
    CHECK(asked(limit, "101").taken == 100);
    CHECK(asked(limit, "99999999999999999999999").taken == 100);
    for (const char* odd : {"0", "-5", "", "x", "1.5"})
        CHECK(asked(limit, odd).taken == 1);
    CHECK_FALSE(asked(limit, "7").open);
    CHECK(asked_cost(limit, RequestHead{}).taken == 1);
}

TEST_CASE("a body costs by its length, and one of unknown length later", "[decision]")
{
    LimitSettings limit;
    limit.cost = {CostSettings::Kind::request_bytes, 1024, ""};
    CHECK(asked(limit, "", 0).taken == 1);
    CHECK(asked(limit, "", 4096, BodyKind::length).taken == 4);
    CHECK_FALSE(asked(limit, "", 4096, BodyKind::length).open);
    CHECK(asked(limit, "", 0, BodyKind::chunked).taken == 1);
    CHECK(asked(limit, "", 0, BodyKind::chunked).open);
}

TEST_CASE("what is charged later asks for its reserve", "[decision]")
{
    LimitSettings limit;
    limit.charge = ChargeSettings{};
    CHECK(asked(limit, "").fits == 1); // anything left
    CHECK(asked(limit, "").taken == 0);
    CHECK(asked(limit, "").open);
    limit.charge->reserve = 500;
    CHECK(asked(limit, "").fits == 500);
    CHECK(asked(limit, "").taken == 500);

    LimitSettings logins;
    logins.count_status = {401};
    CHECK(asked(logins, "").taken == 1); // beforehand, so that parallel ones cannot overspend
    CHECK(asked(logins, "").open);
}
