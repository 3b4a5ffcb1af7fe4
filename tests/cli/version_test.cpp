#include "support/catch.hpp"

#include "captured.hpp"

#include <weir/version.hpp>

using namespace weir;

TEST_CASE("version prints name and version", "[cli]")
{
    const Called called = call({"version"});
    CHECK(called.code == 0);
    CHECK(called.out == std::string("weir ") + version + "\n");
}
