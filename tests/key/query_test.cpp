#include "sample_request.hpp"

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("a query parameter is found and decoded once", "[key]")
{
    struct Row {
        const char* query;
        std::optional<std::string> expected;
        const char* why;
    };
    const Row rows[] = {
        {"api_key=k1", "k1", "the only one"},
        {"a=1&api_key=k1&b=2", "k1", "among others"},
        {"%61pi_key=k1", "k1", "an escaped name is the same name"},
        {"api%5Fkey=k1", "k1", "an escaped name, upper-case hex"},
        {"api%5fkey=k1", "k1", "an escaped name, lower-case hex"},
        {"api_key=%6B1", "k1", "an escaped value is the same value"},
        {"api_key=%256B1", "%6B1", "decoded once only"},
        {"api_key=a+b%20c", "a b c", "plus is a blank"},
        {"api_key=a%2Bb", "a+b", "an escaped plus is none"},
        {"api_key=50%", "50%", "a bad escape stands for itself"},
        {"api_key=%zz%4", "%zz%4", "more bad escapes"},
        {"api_key=a%00b", std::string("a\0b", 3), "any byte is a byte"},
        {"api_key=a=b", "a=b", "only the first = divides"},
        {"", std::nullopt, "nothing"},
        {"api_key", std::nullopt, "no value"},
        {"api_key=", std::nullopt, "empty"},
        {"API_KEY=k1", std::nullopt, "names are case-sensitive"},
        {"api_key2=k1&api_ke=k1", std::nullopt, "other names"},
        {"api_key[]=k1", std::nullopt, "a list of its own name"},
        {"api_key=a&api_key=b", std::nullopt, "twice"},
        {"api_key=a&%61pi_key=a", std::nullopt, "twice in two spellings"},
        {"api_key=a&api_key", std::nullopt, "twice, one without a value"},
        {"&&api_key=k1&&", "k1", "empty pairs"},
    };
    const SourceSettings source = source_of(SourceSettings::Kind::query, "api_key");
    for (const Row& row : rows) {
        INFO(row.why);
        CHECK(SampleRequest().query(row.query).value_of(source) == row.expected);
    }
    CHECK_FALSE(SampleRequest().value_of(source));
}

TEST_CASE("a query source is described", "[key]")
{
    CHECK(describe_source(source_of(SourceSettings::Kind::query, "tenant")) ==
          "query parameter tenant");
    CHECK(describe_scope(source_of(SourceSettings::Kind::query, "tenant")) ==
          "each value of query parameter 'tenant'");
    CHECK(describe_scope(source_of(SourceSettings::Kind::query, "api_key")) == "each API key");
}
