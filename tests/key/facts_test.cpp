#include <weir/key/facts.hpp>

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("a path parameter is found by name among those that were filled in", "[key]")
{
    PathParams params;
    params.items[0] = {"id", "17"};
    params.items[1] = {"page", "2"};
    params.count = 1;
    REQUIRE(params.find("id") != nullptr);
    CHECK(params.find("id")->value == "17");
    CHECK(params.find("page") == nullptr);
    CHECK(params.find("i") == nullptr);
    CHECK(params.find("") == nullptr);
}
