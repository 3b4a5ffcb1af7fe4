#include <weir/decision/numbers.hpp>

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("costs are whole numbers, and nothing else is", "[decision]")
{
    CHECK(whole_number("12") == 12);
    CHECK(whole_number(" 12\t") == 12);
    CHECK(whole_number("0") == 0);
    CHECK(whole_number("007") == 7);
    CHECK(whole_number(std::string(100, '9')) == most_cost);
    for (const char* none :
         {"", " ", "-1", "+1", "1.5", "1e3", "0x10", "1 2", "12a", "\xEF\xBC\x91"})
        CHECK_FALSE(whole_number(none).has_value());
}

TEST_CASE("every unit begun counts", "[decision]")
{
    CHECK(units_for(0, 1024) == 1);
    CHECK(units_for(1, 1024) == 1);
    CHECK(units_for(1024, 1024) == 1);
    CHECK(units_for(1025, 1024) == 2);
    CHECK(units_for(UINT64_MAX, 1) == most_cost);
}
