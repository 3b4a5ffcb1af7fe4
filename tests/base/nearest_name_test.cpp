#include <weir/base/nearest_name.hpp>

#include "support/catch.hpp"

#include <array>
#include <string>

using namespace weir;

TEST_CASE("a misspelled name leads to the known one, a strange one to none", "[base]")
{
    constexpr std::array<std::string_view, 5> known{"capacity", "rate", "window", "limit", "key"};
    CHECK(nearest_name("capcity", known) == "capacity");
    CHECK(nearest_name("limits", known) == "limit");
    CHECK(nearest_name("Rate", known) == "rate");
    CHECK(nearest_name("windwo", known) == "window");
    CHECK(nearest_name("certificate", known) == "");
    CHECK(nearest_name("", known) == "");
    CHECK(nearest_name(std::string(100'000, 'a'), known) == "");
}
