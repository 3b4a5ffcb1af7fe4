#include "sample_request.hpp"

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("a header names the caller whatever the letters of its name", "[key]")
{
    const SourceSettings source = source_of(SourceSettings::Kind::header, "X-Api-Key");
    CHECK(SampleRequest().field("X-Api-Key", "k1").value_of(source) == "k1");
    CHECK(SampleRequest().field("x-API-key", "k1").value_of(source) == "k1");
    CHECK(SampleRequest().field("Accept", "*/*").field("X-API-KEY", "k1").value_of(source) == "k1");
    CHECK(SampleRequest().field("X-Api-Key", "K1").value_of(source) == "K1");
}

TEST_CASE("a header that is missing, empty or there twice is absent", "[key]")
{
    const SourceSettings source = source_of(SourceSettings::Kind::header, "X-Api-Key");
    CHECK_FALSE(SampleRequest().value_of(source));
    CHECK_FALSE(SampleRequest().field("X-Api-Key", "").value_of(source));
    CHECK_FALSE(SampleRequest().field("X-Api-Keys", "k1").value_of(source));
    CHECK_FALSE(SampleRequest().field("X_Api_Key", "k1").value_of(source));
    // C69: which copy would the upstream take?
    CHECK_FALSE(SampleRequest().field("X-Api-Key", "a").field("X-Api-Key", "k1").value_of(source));
    CHECK_FALSE(SampleRequest().field("X-Api-Key", "").field("x-api-key", "k1").value_of(source));
    CHECK_FALSE(SampleRequest().field("X-Api-Key", "k1").field("x-api-key", "k1").value_of(source));
    CHECK_FALSE(SampleRequest().field("X-Api-Key", "k1").field("x-api-key", "").value_of(source));
}

TEST_CASE("a header source is described without the value", "[key]")
{
    CHECK(describe_source(source_of(SourceSettings::Kind::header, "X-Tenant")) ==
          "header X-Tenant");
    CHECK(describe_scope(source_of(SourceSettings::Kind::header, "X-Tenant")) ==
          "each value of header 'X-Tenant'");
    CHECK(describe_scope(source_of(SourceSettings::Kind::header, "x-api-KEY")) == "each API key");
}
