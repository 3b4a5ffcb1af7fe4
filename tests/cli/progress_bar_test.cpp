#include "support/catch.hpp"

#include "cli/progress_bar.hpp"

#include <weir/base/virtual_clock.hpp>

#include <sstream>

using namespace weir;
using namespace std::chrono_literals;

TEST_CASE("a progress bar says nothing about short work", "[cli]")
{
    std::ostringstream out;
    VirtualClock clock;
    {
        ProgressBar bar(out, clock, true);
        clock.advance(999ms);
        bar.update("reading", 50, 100);
    }
    CHECK(out.str().empty());
}

TEST_CASE("a progress bar shows how far long work is, and goes away", "[cli]")
{
    std::ostringstream out;
    VirtualClock clock;
    ProgressBar bar(out, clock, true);
    clock.advance(1s);
    bar.update("reading", 50, 100);
    CHECK(out.str() ==
          "\r\x1b[Kreading [" + std::string(20, '#') + std::string(20, ' ') + "] 50 %");
    const std::string before = out.str();
    bar.update("reading", 60, 100);
    CHECK(out.str() == before); // too soon
    clock.advance(100ms);
    bar.update("reading", 200, 100);
    CHECK_THAT(out.str(), ContainsSubstring("[" + std::string(40, '#') + "] 100 %"));
    bar.clear();
    CHECK(out.str().ends_with("\r\x1b[K"));
}

TEST_CASE("a progress bar without a terminal says nothing at all", "[cli]")
{
    std::ostringstream out;
    VirtualClock clock;
    ProgressBar bar(out, clock, false);
    clock.advance(1h);
    bar.update("reading", 50, 100);
    bar.clear();
    CHECK(out.str().empty());
}
