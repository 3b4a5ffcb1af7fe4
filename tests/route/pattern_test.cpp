#include "sample_routes.hpp"

#include "support/catch.hpp"

using namespace weir;

namespace {

// "no", or what the params took: "yes", "yes id=17".
std::string matched(const char* pattern, const char* path, const PathOptions& paths = {})
{
    const RouteTable table({route_for(pattern)}, paths);
    PathParams params;
    if (table.match("GET", "", path, params).route == nullptr) return "no";
    std::string words = "yes";
    for (std::size_t i = 0; i < params.count; ++i)
        words.append(" ").append(params.items[i].name).append("=").append(params.items[i].value);
    return words;
}

struct Row {
    const char* pattern;
    const char* path;
    const char* expected;
    const char* why;
};

} // namespace

TEST_CASE("a pattern takes the paths it says and no others", "[route]")
{
    const Row rows[] = {
        {"/", "/", "yes", "the root"},
        {"/", "/a", "no", "nothing below the root"},
        {"/a", "/a", "yes", "a literal"},
        {"/a", "/", "no", "shorter"},
        {"/a", "/ab", "no", "longer segment"},
        {"/ab", "/a", "no", "shorter segment"},
        {"/a", "/a/b", "no", "more segments"},
        {"/a/b", "/a", "no", "fewer segments"},
        {"/a", "/A", "no", "case counts"},
        {"/v1/reports/{id}", "/v1/reports/17", "yes id=17", "one segment"},
        {"/v1/reports/{id}", "/v1/reports", "no", "a segment is never empty"},
        {"/v1/reports/{id}", "/v1/reports/", "no", "nor behind a trailing slash"},
        {"/v1/reports/{id}", "/v1/reports/17/x", "no", "one segment only"},
        {"/{a}/x/{b}", "/1/x/2", "yes a=1 b=2", "two params"},
        {"/{a}/x/{b}", "/1/y/2", "no", "a literal between params"},
        {"/{a}", "/", "no", "the root has no segment"},
        {"/**", "/", "yes", "all, the root too"},
        {"/**", "/a/b/c", "yes", "all"},
        {"/api/**", "/api", "yes", "the rest may be empty"},
        {"/api/**", "/api/x/y", "yes", "the rest"},
        {"/api/**", "/apix", "no", "not a prefix of text"},
        {"/api/**", "/", "no", "shorter than the literal part"},
        {"/{t}/**", "/acme/x/y", "yes t=acme", "a param, then the rest"},
        {"/{t}/**", "/acme", "yes t=acme", "a param, then nothing"},
        {"/{t}/**", "/", "no", "the param still needs a segment"},
        {"/a%2Fb", "/a%2Fb", "yes", "escapes are compared as they are"},
        {"/x;v=1", "/x;v=1", "yes", "parameters of a segment belong to it"},
    };
    for (const Row& row : rows) {
        INFO(row.why << ": " << row.pattern << " on " << row.path);
        CHECK(matched(row.pattern, row.path) == row.expected);
    }
}

TEST_CASE("a trailing slash makes no difference by default", "[route]")
{
    const Row rows[] = {
        {"/password-reset", "/password-reset/", "yes", "C12: the limit cannot be stepped around"},
        {"/a/", "/a", "yes", "in the pattern"},
        {"/a/", "/a/", "yes", "in both"},
        {"/r/{id}", "/r/17/", "yes id=17", "not part of the param"},
        {"/api/**", "/api/", "yes", "before the rest"},
        {"/api/**", "/api/x/", "yes", "in the rest"},
        {"/{t}/**", "/acme/", "yes t=acme", "behind a param"},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        CHECK(matched(row.pattern, row.path) == row.expected);
    }
}

TEST_CASE("with trailing_slash: distinct it does", "[route]")
{
    const Row rows[] = {
        {"/a", "/a", "yes", "neither"},
        {"/a", "/a/", "no", "only the path"},
        {"/a/", "/a", "no", "only the pattern"},
        {"/a/", "/a/", "yes", "both"},
        {"/", "/", "yes", "the root is the root"},
        {"/r/{id}", "/r/17/", "no", "behind a param"},
        {"/r/{id}/", "/r/17/", "yes id=17", "behind a param, asked for"},
        {"/api/**", "/api/", "yes", "the rest may be a slash"},
        {"/api/**", "/api", "yes", "or nothing"},
        {"/api/**", "/api/x/", "yes", "or anything"},
    };
    for (const Row& row : rows) {
        INFO(row.why << ": " << row.pattern << " on " << row.path);
        CHECK(matched(row.pattern, row.path, distinct_slash()) == row.expected);
    }
}

TEST_CASE("with ignore_case a pattern takes every spelling", "[route]")
{
    const Row rows[] = {
        {"/Api/Login", "/aPI/lOGIN", "yes", "letters"},
        {"/api/{Id}", "/API/AbC", "yes Id=AbC", "what a param took keeps its case"},
        {"/api%2Fx", "/API%2Fx", "yes", "escapes"},
        {"/a[", "/a{", "no", "only letters have case"},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        CHECK(matched(row.pattern, row.path, ignoring_case()) == row.expected);
    }
}

TEST_CASE("what is not a path matches nothing", "[route]")
{
    CHECK(matched("/**", "") == "no");
    CHECK(matched("/**", "*") == "no");
    CHECK(matched("/**", "a/b") == "no");
}

TEST_CASE("hostile paths are matched in one walk", "[route]")
{
    std::string deep;
    for (int i = 0; i < 5'000; ++i)
        deep += "/a";
    CHECK(matched("/a/a/b/**", deep.c_str()) == "no");
    CHECK(matched("/a/**", deep.c_str()) == "yes");
    CHECK(matched("/{x}/{y}/a/**", deep.c_str()) == "yes x=a y=a");
    CHECK(matched("/{x}", deep.c_str()) == "no");
    const std::string long_segment = "/" + std::string(30'000, 'x');
    CHECK(matched("/{x}", long_segment.c_str()) == "yes x=" + long_segment.substr(1));
    // Not canonical, so never handed in; still no reading past the end.
    CHECK(matched("/{x}/b", "//b") == "no");
    CHECK(matched("/{x}", "//") == "no");
}
