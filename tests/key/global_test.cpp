#include "sample_request.hpp"

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("all callers share the key of a global limit", "[key]")
{
    const KeySettings everybody{{source_of(SourceSettings::Kind::global)}, Missing::ip};
    const std::string one = SampleRequest().from("198.51.100.7").bytes_of(everybody);
    CHECK(one == SampleRequest().from("2001:db8::1").field("X-Api-Key", "k").bytes_of(everybody));
    CHECK(SampleRequest().value_of(everybody.sources[0]) == "all callers");
    CHECK(describe_source(everybody.sources[0]) == "every request");
    CHECK(describe_scope(everybody.sources[0]) == "all callers together");
}
