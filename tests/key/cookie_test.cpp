#include "sample_request.hpp"

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("a cookie is found by its name", "[key]")
{
    struct Row {
        const char* field;
        std::optional<std::string> expected;
        const char* why;
    };
    const Row rows[] = {
        {"sid=abc", "abc", "the only one"},
        {"a=1; sid=abc; b=2", "abc", "among others"},
        {"a=1;sid=abc;b=2", "abc", "without blanks between"},
        {"  sid = abc ;a=1", "abc", "blanks around name and value"},
        {"sid=\"abc\"", "abc", "quotes are not part of the value"},
        {"sid=\"abc", "\"abc", "a quote without its partner is"},
        {"sid=a=b", "a=b", "only the first = divides"},
        {"", std::nullopt, "nothing"},
        {"sid", std::nullopt, "no value"},
        {"sid=", std::nullopt, "empty"},
        {"sid=\"\"", std::nullopt, "empty between quotes"},
        {"sid=  ", std::nullopt, "only blanks"},
        {"=abc", std::nullopt, "no name"},
        {"SID=abc", std::nullopt, "cookie names are case-sensitive"},
        {"xsid=abc; sidx=abc", std::nullopt, "other names"},
        {"sid=a; sid=b", std::nullopt, "twice"},
        {"sid=a; sid=", std::nullopt, "twice, one of them empty"},
        {"sid=a;;; ;=;", "a", "empty pairs"},
        {"a=\"x; sid=abc\"", "abc\"", "quotes do not protect a semicolon"},
    };
    const SourceSettings source = source_of(SourceSettings::Kind::cookie, "sid");
    for (const Row& row : rows) {
        INFO(row.why);
        CHECK(SampleRequest().field("Cookie", row.field).value_of(source) == row.expected);
    }
}

TEST_CASE("several Cookie lines count as one", "[key]")
{
    const SourceSettings source = source_of(SourceSettings::Kind::cookie, "sid");
    CHECK(SampleRequest().field("Cookie", "a=1").field("cookie", "sid=abc").value_of(source) ==
          "abc");
    CHECK_FALSE(SampleRequest().field("Cookie", "sid=1").field("cookie", "sid=2").value_of(source));
    CHECK_FALSE(SampleRequest().value_of(source));
}

TEST_CASE("a cookie source is described", "[key]")
{
    CHECK(describe_source(source_of(SourceSettings::Kind::cookie, "sid")) == "cookie sid");
    CHECK(describe_scope(source_of(SourceSettings::Kind::cookie, "sid")) ==
          "each value of cookie 'sid'");
}
