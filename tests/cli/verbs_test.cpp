#include "support/catch.hpp"

#include "captured.hpp"

using namespace weir;

TEST_CASE("every verb has a help line, and help lists it", "[cli]")
{
    const Called called = call({"help"});
    CHECK(called.code == 0);
    for (const Verb& verb : verbs()) {
        CAPTURE(verb.name);
        CHECK_FALSE(verb.help.empty());
        CHECK(verb.help.size() <= 80);
        CHECK_THAT(called.out, ContainsSubstring("weir " + std::string(verb.name)));
        CHECK_THAT(called.out, ContainsSubstring(std::string(verb.help)));
    }
}

TEST_CASE("every verb explains itself", "[cli]")
{
    for (const Verb& verb : verbs()) {
        CAPTURE(verb.name);
        const Called by_help = call({"help", std::string(verb.name)});
        CHECK(by_help.code == 0);
        CHECK_THAT(by_help.out, ContainsSubstring(std::string(verb.help)));
        if (verb.name == "help") continue;
        const Called by_option = call({std::string(verb.name), "--help"});
        CHECK(by_option.code == 0);
        CHECK(by_option.out == by_help.out);
    }
}

TEST_CASE("habits of the command line are understood", "[cli]")
{
    CHECK(call({"--help"}).out == call({"help"}).out);
    CHECK(call({"-h"}).out == call({"help"}).out);
    CHECK(call({"--version"}).out == call({"version"}).out);
}

TEST_CASE("wrong usage is 2 and one line on stderr", "[cli]")
{
    struct Row {
        Arguments arguments;
        const char* message;
    };
    const Row rows[] = {
        {{}, "a verb is missing"},
        {{""}, "'' is not a verb"},
        {{"chekc"}, "did you mean 'check'?"},
        {{"Run"}, "did you mean 'run'?"},
        {{"photosynthesis"}, "'photosynthesis' is not a verb ('weir help' lists them)"},
        {{"two\nlines"}, "is not a verb"},
        {{"top"}, "'top' is not in this version of weir yet"},
        {{"help", "import"}, "'import' is not in this version of weir yet"},
        {{"help", "chekc"}, "did you mean 'check'?"},
        {{"help", "run", "check"}, "at most one verb"},
        {{"version", "extra"}, "weir version"},
        {{"run"}, "--config is required"},
        {{"run", "-c"}, "--config"},
        {{"check"}, "--config is required"},
        {{"check", "-c", "f", "--sternly"}, "--sternly"},
        {{"demo-upstream", "--port", "70000"}, "--port"},
        {{"demo-upstream", "--port", "x"}, "--port"},
        {{"explain", "-c", "f"}, "request is required"},
        {{"explain", "-c", "f", "GET"}, "'GET' is not 'METHOD TARGET'"},
        {{"explain", "-c", "f", "GET "}, "is not 'METHOD TARGET'"},
        {{"explain", "-c", "f", " /"}, "is not 'METHOD TARGET'"},
        {{"explain", "-c", "f", "GET /\r\nX: y"}, "is not 'METHOD TARGET'"},
        {{"explain", "-c", "f", "GET / HTTP/1.0"}, "leave the version out"},
        {{"explain", "-c", "f", "GET /", "-H", "no colon"}, "is not 'Name: value'"},
        {{"explain", "-c", "f", "GET /", "-H", "A: b\nC: d"}, "is not 'Name: value'"},
        {{"explain", "-c", "f", "GET /", "--ip", "nowhere"}, "'nowhere' is not an IP address"},
        {{"explain", "-c", "f", "GET /", "--body", "{}"}, "not in this version of weir yet"},
        {{"simulate", "-c", "f"}, "--arrivals, --arrivals-file or --replay is missing"},
        {{"simulate", "-c", "f", "--route", "r"}, "--arrivals, --arrivals-file or --replay"},
        {{"simulate", "-c", "f", "--arrivals-file", "a"}, "--route is missing"},
        {{"simulate", "-c", "f", "--route", "", "--arrivals-file", "a"}, "--route is missing"},
        {{"simulate", "-c", "f", "--replay", ""}, "--replay: '' is not a file"},
        {{"simulate", "-c", "f", "--replay", "log", "--arrivals-file", "a"}, "excludes"},
        {{"simulate", "-c", "f", "--replay", "log", "--arrivals", "poisson:6/s"}, "excludes"},
        {{"simulate", "-c", "f", "--route", "r", "--arrivals", "poisson:6/s"}, "needs --for"},
        {{"simulate", "-c", "f", "--route", "r", "--for", "30s"}, "--for"},
        {{"simulate", "-c", "f", "--route", "r", "--arrivals", "poisson:6/s", "--for", "1s",
          "--arrivals-file", "a"},
         "excludes"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.arguments);
        const Called called = call(row.arguments);
        CAPTURE(called.code, called.out, called.err);
        CHECK(is_usage_error(called));
        CHECK_THAT(called.err, ContainsSubstring(row.message));
    }
}

TEST_CASE("what cannot be printed is not success", "[cli]")
{
    // A stream without a buffer takes nothing, like a full disk.
    std::ostringstream err;
    std::streambuf* error_before = std::cerr.rdbuf(err.rdbuf());
    std::streambuf* before = std::cout.rdbuf(nullptr);
    const int code = dispatch({"version"});
    std::cout.rdbuf(before);
    std::cout.clear();
    std::cerr.rdbuf(error_before);
    CHECK(code == 1);
    CHECK(err.str() == "weir: cannot write to standard output\n");
}
