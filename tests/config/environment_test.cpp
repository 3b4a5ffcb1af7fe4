#include "loading.hpp"
#include "support/catch.hpp"

#include <cstdlib>

using namespace weir;

namespace {

// What a value becomes: as the name of a route, which takes nearly any text.
std::string substituted(const std::string& value,
                        const std::map<std::string, std::string>& variables)
{
    const Loaded loaded = load("listen: 0.0.0.0:1\nupstreams: { api: a:1 }\nroutes:\n"
                               "  - { match: /**, upstream: api, name: \"" +
                                   value + "\" }\n",
                               variables);
    return loaded.settings
               ? loaded.settings->routes[0].name
               : "line " + std::to_string(loaded.findings[0].line) + ", " + loaded.findings[0].code;
}

} // namespace

TEST_CASE("variables are put into values", "[config]")
{
    struct Row {
        const char* value;
        const char* expected;
        const char* why;
    };
    const Row rows[] = {
        {"${NAME}", "weir", "a whole value"},
        {"a-${NAME}-${OTHER}", "a-weir-x", "several, inside of text"},
        {"${NONE:-default}", "default", "a default"},
        {"${NAME:-default}", "weir", "a default that is not needed"},
        {"${EMPTY:-default}", "default", "set to nothing, as in a shell"},
        {"${NONE:-a:-b}", "a:-b", "only the first :- counts"},
        {"$NAME", "$NAME", "a lone dollar stays"},
        {"$$", "$$", "so do two"},
        {"a$", "a$", "and one at the end"},
        {"$${NAME}", "$weir", "a dollar in front of a variable"},
        {"${RECURSIVE}", "${NAME}", "what is put in is not looked at again"},
        {"${STRUCTURE}", "{ a: [1, 2] } # no", "never YAML"},
        {"${NONE}", "line 4, unset_variable", "unset, no default"},
        {"${}", "line 4, not_a_variable", "no name"},
        {"${1A}", "line 4, not_a_variable", "not a name"},
        {"${A B}", "line 4, not_a_variable", "not a name"},
        {"${NAME", "line 4, not_a_variable", "never closed"},
        {"${EMPTY}", "line 4, no_value", "nothing where something is due"},
    };
    const std::map<std::string, std::string> variables{{"NAME", "weir"},
                                                       {"OTHER", "x"},
                                                       {"EMPTY", ""},
                                                       {"RECURSIVE", "${NAME}"},
                                                       {"STRUCTURE", "{ a: [1, 2] } # no"}};
    for (const Row& row : rows) {
        INFO(row.why << ": " << row.value);
        CHECK(substituted(row.value, variables) == row.expected);
    }
}

TEST_CASE("an unset variable is one error with place and name, and nothing follows from it",
          "[config]")
{
    CHECK(
        faults_of(with_limit("key: ip, algorithm: gcra, rate: \"${RATE}\"")) ==
        "weir.yaml:8:43: routes[0].limits[0].rate: the environment variable 'RATE' is not set; set "
        "it or write ${RATE:-default}\n");
    CHECK(faults_of(with_limit("key: ip, algorithm: gcra, rate: \"${RATE}\""), {{"RATE", "5/m"}}) ==
          "");
    CHECK(faults_of(with_limit("key: ip, algorithm: gcra, rate: \"${RATE}\""), {{"RATE", "5"}}) ==
          "weir.yaml:8:43: routes[0].limits[0].rate: '5' is not a rate; write N/s, N/m, N/h or "
          "N/d\n");
}

TEST_CASE("a variable repeated without end is refused", "[config]")
{
    std::string value;
    for (int i = 0; i < 1000; ++i)
        value += "${BIG}";
    CHECK(substituted(value, {{"BIG", std::string(1'000'000, 'x')}}) == "line 4, too_large");
}

TEST_CASE("the process environment is that of the process", "[config]")
{
    ::setenv("WEIR_TEST_VARIABLE", "here", 1);
    CHECK(process_environment()("WEIR_TEST_VARIABLE") == "here");
    ::unsetenv("WEIR_TEST_VARIABLE");
    CHECK_FALSE(process_environment()("WEIR_TEST_VARIABLE"));
}
