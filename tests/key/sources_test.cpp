#include <weir/key/key.hpp>
#include <weir/key/sources.hpp>

#include "sample_request.hpp"

#include "support/catch.hpp"

#include <set>

using namespace weir;

namespace {

using enum SourceSettings::Kind;
constexpr SourceSettings::Kind all_kinds[] = {ip, global, header, cookie, query, path, combine};

} // namespace

TEST_CASE("every source kind is in the table under a name of its own", "[key]")
{
    std::set<std::string_view> names;
    for (const SourceSettings::Kind kind : all_kinds)
        names.insert(source_kind_name(kind));
    CHECK(names == std::set<std::string_view>{"ip", "global", "header", "cookie", "query", "path",
                                              "combine"});
}

TEST_CASE("every source says where it looks and whom it counts", "[key][law]")
{
    for (const SourceSettings::Kind kind : all_kinds) {
        SourceSettings source = source_of(kind, "thing");
        if (kind == combine) source.parts = {source_of(ip), source_of(header, "thing")};
        CHECK_FALSE(describe_source(source).empty());
        CHECK_FALSE(describe_scope(source).empty());
    }
}

TEST_CASE("every source bears a request without a head", "[key][law]")
{
    for (const SourceSettings::Kind kind : all_kinds) {
        SourceSettings source = source_of(kind, "thing");
        if (kind == combine) source.parts = {source_of(ip), source_of(header, "thing")};
        Facts facts;
        std::string value;
        CHECK(describe_key(source, facts, value) == (kind == ip || kind == global));
    }
}
