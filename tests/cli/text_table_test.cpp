#include "support/catch.hpp"

#include "cli/text_table.hpp"

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("a table lines up its columns, numbers to the right", "[cli]")
{
    TextTable table;
    table.add({"name", "count"});
    table.add({"a", "7"});
    table.add({"longest", "1234567"});
    table.add({"short row"});
    CHECK(table.print() == "  name       count\n"
                           "  a                7\n"
                           "  longest    1234567\n"
                           "  short row\n");
}

TEST_CASE("nothing in a cell can steer the terminal", "[cli]")
{
    CHECK(printable("plain text") == "plain text");
    CHECK(printable("\x1b[2J\r\n\x7f\xc3\xa9") == "\\x1B[2J\\x0D\\x0A\\x7F\\xC3\\xA9");
    TextTable table;
    table.add({"a\nb", "c"});
    CHECK(table.print() == "  a\\x0Ab  c\n");
}

TEST_CASE("the numbers of a limit read as the operator wrote them", "[cli]")
{
    CHECK(limiter_numbers({.algorithm = Algorithm::fixed_window, .limit = 5, .window = 15min}) ==
          "5 per 15m");
    CHECK(limiter_numbers({.algorithm = Algorithm::gcra, .rate = {10, 1s}, .capacity = 20}) ==
          "10/s, capacity 20");
}
