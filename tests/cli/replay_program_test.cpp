// The built binary on an access log, as README.md shows it.
#include "support/catch.hpp"
#include "support/program.hpp"
#include "support/temp_dir.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

using namespace weir;

namespace {

std::string readme()
{
    std::ifstream file(WEIR_SOURCE_DIR "/README.md");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace

TEST_CASE("the README's replay prints what the README says", "[cli]")
{
    const std::string text = readme();
    const std::string prompt = "$ weir simulate -c config/password-reset.yaml --replay ";
    const std::size_t start = text.find(prompt);
    REQUIRE(start != text.npos);
    const std::size_t line_end = text.find('\n', start);
    const std::size_t block_end = text.find("```", start);
    const ProgramRun run = run_program(text.substr(start + 2, line_end - start - 2));
    CHECK(run.status == 0);
    CHECK(run.output == text.substr(line_end + 1, block_end - line_end - 1));
}

TEST_CASE("a compressed log can be piped in", "[cli]")
{
    const std::string arguments = "weir simulate -c config/password-reset.yaml --json --replay ";
    const ProgramRun piped =
        run_program("gzip -c tests/data/access.log | zcat | " + arguments + "-");
    CHECK(piped.status == 0);
    CHECK(piped.output == run_program(arguments + "tests/data/access.log").output);
    const nlohmann::json json = nlohmann::json::parse(piped.output);
    CHECK(json["log"]["requests"] == 62);
    CHECK(json["routes"][0]["refused"] == 19);

    const TempDir folder;
    const std::string packed = folder.path("access.log.gz");
    const ProgramRun refused =
        run_program("gzip -c tests/data/access.log > " + packed + "; " + arguments + packed);
    CHECK(refused.status == 1);
    CHECK_THAT(refused.output, ContainsSubstring("pipe it in: zcat FILE | weir simulate"));
}

TEST_CASE("a replay of much prints no progress where nobody watches", "[cli]")
{
    const TempDir folder;
    std::string text;
    for (int i = 0; i < 200'000; ++i)
        text += R"({"ts":)" + std::to_string(1'796'112'000 + i / 100) +
                R"(.5,"client":"192.0.2.1","method":"GET","target":"/"})" + "\n";
    const ProgramRun run = run_program("weir simulate -c config/weir.yaml --compare --replay " +
                                       folder.write("big.log", text) + " > /dev/null");
    CHECK(run.status == 0);
    CHECK(run.output.empty());
}
