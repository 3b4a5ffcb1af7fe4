#include <weir/route/route.hpp>

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("a pattern that can match is accepted", "[route]")
{
    for (const char* pattern : {"/", "/**", "/a", "/a/", "/v1/reports/{id}", "/{a}/{b-c}/{d_2}/**",
                                "/a-b._~!$&'()+,=:@", "/x;v=1", "/caf%C3%A9"}) {
        CHECK(pattern_fault(pattern) == "");
    }
}

TEST_CASE("a pattern that could never match says why", "[route]")
{
    struct Row {
        const char* pattern;
        const char* part; // of the message
    };
    const Row rows[] = {
        {"", "starts with '/'"},
        {"a", "starts with '/'"},
        {"http://a.test/", "starts with '/'"},
        {"**", "starts with '/'"},
        {"/**/a", "only at the end"},
        {"/**/", "only at the end"},
        {"/a**", "'a**'"},
        {"/a/*", "write {name}"},
        {"/a/*.png", "write {name}"},
        {"/a/***", "'***'"},
        {"/{id}.json", "whole segment"},
        {"/x{id}", "whole segment"},
        {"/{id", "whole segment"},
        {"/id}", "whole segment"},
        {"/{a}{b}", "needs a name"},
        {"/{}", "needs a name"},
        {"/{a b}", "needs a name"},
        {"/{*}", "'*'"},
        {"/{id}/{id}", "twice"},
        {"/a//b", "write '/a/b'"},
        {"//", "write '/'"},
        {"/a/./b", "write '/a/b'"},
        {"/a/../{id}", "write '/{id}'"},
        {"/%61", "write '/a'"},
        {"/%c3%a9/{id}", "write '/%C3%A9/{id}'"},
        {"/a|b", "write '/a%7Cb'"},
    };
    for (const Row& row : rows) {
        INFO(row.pattern);
        CHECK_THAT(pattern_fault(row.pattern), ContainsSubstring(row.part));
    }
    for (const char* refused : {"/a%2Fb", "/a%00", "/a%zz", "/a b", "/a?x=1", "/a#b", "/a\\b",
                                "/caf\xC3\xA9", "/a\nb", "/a\"b"}) {
        INFO(refused);
        CHECK(pattern_fault(refused) != "");
    }
}

TEST_CASE("no more names than a request can carry", "[route]")
{
    std::string pattern;
    for (std::size_t i = 0; i < PathParams::max; ++i)
        pattern += "/{p" + std::to_string(i) + "}";
    CHECK(pattern_fault(pattern) == "");
    CHECK_THAT(pattern_fault(pattern + "/{one-more}"), ContainsSubstring("more than 16"));
}

TEST_CASE("what is canonical depends on how paths are read", "[route]")
{
    PathOptions keeps_slash;
    keeps_slash.encoded_slash = PathOptions::EncodedSlash::keep;
    CHECK(pattern_fault("/a%2Fb", keeps_slash) == "");
}
