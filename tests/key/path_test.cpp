#include "sample_request.hpp"

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("a path source takes what the route's {name} took", "[key]")
{
    const SourceSettings source = source_of(SourceSettings::Kind::path, "id");
    CHECK(SampleRequest().param("tenant", "t").param("id", "17").value_of(source) == "17");
    CHECK(SampleRequest().param("id", "a%2Fb").value_of(source) == "a%2Fb");
    CHECK_FALSE(SampleRequest().param("tenant", "t").value_of(source));
    CHECK_FALSE(SampleRequest().value_of(source));
}

TEST_CASE("where paths ignore case, so does the key", "[key]")
{
    const SourceSettings source = source_of(SourceSettings::Kind::path, "id");
    CHECK(SampleRequest().param("id", "AbC").ignore_case().value_of(source) == "abc");
    CHECK(SampleRequest().param("id", "AbC").value_of(source) == "AbC");
}

TEST_CASE("a path source is described", "[key]")
{
    CHECK(describe_source(source_of(SourceSettings::Kind::path, "id")) == "path segment {id}");
    CHECK(describe_scope(source_of(SourceSettings::Kind::path, "id")) == "each {id} in the path");
}
