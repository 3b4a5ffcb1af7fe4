#include "support/catch.hpp"

#include "captured.hpp"

#include "cli/command_line.hpp"

using namespace weir;

TEST_CASE("a usage error is one line, whatever its message holds", "[cli]")
{
    std::ostringstream err;
    std::streambuf* before = std::cerr.rdbuf(err.rdbuf());
    const int code = usage_error("weir x", "one\ntwo\x1b[2J\n");
    std::cerr.rdbuf(before);
    CHECK(code == 2);
    CHECK(err.str() == "weir x: one two [2J\n");
}

TEST_CASE("good arguments leave something to do", "[cli]")
{
    std::string file;
    CommandLine line("check");
    line.app.add_option("-c,--config", file, "the file")->required();
    CHECK_FALSE(line.parse({"-c", "a.yaml"}).has_value());
    CHECK(file == "a.yaml");
}
