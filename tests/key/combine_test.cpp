#include "sample_request.hpp"

#include "support/catch.hpp"

using namespace weir;

namespace {

SourceSettings tenant_and_id()
{
    SourceSettings pair = source_of(SourceSettings::Kind::combine);
    pair.parts = {source_of(SourceSettings::Kind::header, "X-Tenant"),
                  source_of(SourceSettings::Kind::path, "id")};
    return pair;
}

} // namespace

TEST_CASE("a combination is one caller per pair of values", "[key]")
{
    const KeySettings settings{{tenant_and_id()}, Missing::reject};
    const auto bytes = [&](const char* tenant, const char* id) {
        return SampleRequest().field("X-Tenant", tenant).param("id", id).bytes_of(settings);
    };
    CHECK(bytes("a", "1") == bytes("a", "1"));
    CHECK(bytes("a", "1") != bytes("a", "2"));
    CHECK(bytes("a", "1") != bytes("b", "1"));
    CHECK(bytes("ab", "c") != bytes("a", "bc"));
    CHECK(bytes("a", "b") != bytes("b", "a"));
}

TEST_CASE("a combination is absent as soon as one part is", "[key]")
{
    const SourceSettings pair = tenant_and_id();
    CHECK(SampleRequest().field("X-Tenant", "t").param("id", "7").value_of(pair) == "t + 7");
    CHECK_FALSE(SampleRequest().field("X-Tenant", "t").value_of(pair));
    CHECK_FALSE(SampleRequest().param("id", "7").value_of(pair));
    CHECK_FALSE(SampleRequest().field("X-Tenant", "").param("id", "7").value_of(pair));

    std::string bytes = "kept";
    SampleRequest half;
    half.field("X-Tenant", "t");
    const FoundKey found = find_key({{pair}, Missing::skip}, half.facts(), bytes);
    CHECK(found.status == FoundKey::Status::skipped);
    CHECK(bytes == "kept");
}

TEST_CASE("the parts of a combination are normalized each by its own rules", "[key]")
{
    SourceSettings pair = tenant_and_id();
    pair.parts[0].normalize = {SourceSettings::Normalize::lowercase};
    CHECK(SampleRequest().field("X-Tenant", "ACME").param("id", "B").value_of(pair) == "acme + B");
}

TEST_CASE("a combination is described by its parts", "[key]")
{
    CHECK(describe_source(tenant_and_id()) == "header X-Tenant + path segment {id}");
    CHECK(describe_scope(tenant_and_id()) ==
          "each combination of header X-Tenant + path segment {id}");
}
