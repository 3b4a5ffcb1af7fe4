// The three trees mirror each other: include/weir/PART/x.hpp, src/PART/x.cpp and
// tests/PART/x_test.cpp are about the same thing, and nothing is built or tested by accident.
// The lists of exceptions may only get shorter: an entry that is no longer needed is a violation.
#include "source_tree.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

using namespace weir;

namespace {

using Exceptions = std::map<std::string, std::string>; // path, reason

// Sources without a test of their own name, and the test that is about them, or why there is none.
const Exceptions tested_elsewhere = {
    {"src/base/assert.cpp", "it ends the process"},
    {"src/cli/demo_session.cpp", "tests/cli/demo_upstream_test.cpp"},
    {"src/cli/explanation.cpp", "tests/cli/explain_test.cpp"},
    {"src/cli/explanation_report.cpp", "tests/cli/explain_test.cpp"},
    {"src/cli/run.cpp", "tests/e2e/harness_test.cpp"},
    {"src/cli/simulation_input.cpp", "tests/cli/simulate_test.cpp"},
    {"src/cli/simulation_report.cpp", "tests/cli/simulate_test.cpp"},
    {"src/config/decimal.cpp", "tests/config/load_test.cpp"},
    {"src/config/endpoint.cpp", "tests/config/listen_test.cpp"},
    {"src/config/file.cpp", "tests/config/load_test.cpp"},
    {"src/config/log.cpp", "tests/config/load_test.cpp"},
    {"src/config/memory_store.cpp", "tests/config/load_test.cpp"},
    {"src/config/names.cpp", "tests/config/routes_test.cpp"},
    {"src/config/paths.cpp", "tests/config/load_test.cpp"},
    {"src/config/report.cpp", "tests/config/load_test.cpp"},
    {"src/config/request_limits.cpp", "tests/config/load_test.cpp"},
    {"src/config/response.cpp", "tests/config/load_test.cpp"},
    {"src/config/text_faults.cpp", "tests/config/yaml_test.cpp"},
    {"src/config/threads.cpp", "tests/config/load_test.cpp"},
    {"src/config/timeouts.cpp", "tests/config/load_test.cpp"},
    {"src/config/trusted_proxies.cpp", "tests/config/load_test.cpp"},
    {"src/config/upstreams.cpp", "tests/config/listen_test.cpp"},
    {"src/config/value.cpp", "tests/config/load_test.cpp"},
    {"src/proxy/events.cpp", "tests/e2e/cases_accounting_test.cpp"},
    {"src/proxy/exchange.cpp", "tests/e2e/keep_alive_test.cpp"},
    {"src/proxy/forward.cpp", "tests/e2e/forwarding_test.cpp"},
    {"src/proxy/relay.cpp", "tests/e2e/bodies_test.cpp"},
    {"src/proxy/session.cpp", "tests/e2e/timeouts_test.cpp"},
    {"src/proxy/tunnel.cpp", "tests/e2e/upgrade_test.cpp"},
    {"src/proxy/worker.cpp", "tests/e2e/sockets_test.cpp"},
    {"src/server/server.cpp", "tests/e2e/drain_test.cpp"},
    {"src/server/unit.cpp", "tests/e2e/drain_test.cpp"},
    {"src/telemetry/log.cpp", "tests/e2e/harness_test.cpp"},
    {"src/proxy/turn.cpp", "tests/e2e/leaky_bucket_test.cpp"},
    {"src/upstream/upstream.cpp", "tests/e2e/retries_test.cpp"},
};

// Tests without a source of their name, and what they are about.
const Exceptions about_more = {
    {"tests/cli/page_browser_test.cpp", "html_page.cpp's page in a browser"},
    {"tests/cli/replay_program_test.cpp", "the binary on an access log, and the README"},
    {"tests/config/mutation_test.cpp", "the whole reader, on mutated files"},
    {"tests/http/h1_vectors_test.cpp", "the parsers, on the published vectors"},
    {"tests/http/mutation_test.cpp", "the parsers, on mutated messages"},
    {"tests/limit/cases_test.cpp", "all limiters, on tests/cases"},
    {"tests/limit/case_tables_test.cpp", "the reader of tests/cases"},
    {"tests/response/ratelimit_vectors_test.cpp", "all answers, on the published vectors"},
};

// Faces without a source of their name, and where their content is.
const Exceptions faces_alone = {
    {"include/weir/base/hex.hpp", "constexpr"},
    {"include/weir/base/result.hpp", "a template"},
    {"include/weir/base/time.hpp", "constexpr"},
    {"include/weir/base/virtual_clock.hpp", "three lines"},
    {"include/weir/http/head_parser.hpp", "request_head_parser.cpp and response_head_parser.cpp"},
    {"include/weir/limit/gcra.hpp", "bucket_schedule.cpp"},
    {"include/weir/limit/limiter.hpp", "the concept"},
    {"include/weir/limit/token_bucket.hpp", "bucket_schedule.cpp"},
    {"include/weir/net/alarm.hpp", "inline, for speed"},
    {"include/weir/net/task.hpp", "a template"},
    {"include/weir/net/waiter.hpp", "inline, for speed"},
    {"include/weir/simulate/history.hpp", "a plain value"},
    {"include/weir/route/route.hpp", "route_table.cpp and reachability.cpp"},
};

std::set<std::string> paths()
{
    std::set<std::string> result;
    for (const SourceFile& file : source_files())
        result.insert(file.path);
    return result;
}

bool is_part(const std::string& name)
{
    return std::ranges::any_of(source_files(), [&](const SourceFile& file) {
        return file.under("src/") && file.part() == name;
    });
}

// Adds what is missing and not excepted, and what is excepted but not missing.
void compare(Violations& violations, const std::set<std::string>& missing,
             const Exceptions& exceptions, const std::string& what)
{
    for (const std::string& path : missing)
        if (!exceptions.contains(path)) violations.add(path + ": " + what);
    for (const auto& [path, reason] : exceptions)
        if (!missing.contains(path))
            violations.add(path + " needs no exception any more");
        else if (reason.starts_with("tests/") && !exists(reason))
            violations.add(path + ": its test " + reason + " is not there");
}

} // namespace

TEST_CASE("a file is named after the one noun inside", "[tidy]")
{
    Violations violations;
    for (const SourceFile& file : source_files()) {
        const std::string words = "_" + file.stem() + "_";
        for (const char* vague :
             {"util", "utils", "helper", "helpers", "manager", "common", "impl", "misc"})
            if (words.find("_" + std::string(vague) + "_") != words.npos)
                violations.add(file.path + ": '" + vague + "' says nothing");
    }
}

TEST_CASE("every source has a test of its name", "[tidy]")
{
    Violations violations;
    const std::set<std::string> all = paths();
    std::set<std::string> missing;
    for (const SourceFile& file : source_files())
        if (file.under("src/") && !file.is_header() && !file.part().empty() &&
            !all.contains("tests/" + file.part() + "/" + file.stem() + "_test.cpp"))
            missing.insert(file.path);
    compare(violations, missing, tested_elsewhere, "no test of its name");
}

TEST_CASE("every test of a part has a source of its name", "[tidy]")
{
    Violations violations;
    const std::set<std::string> all = paths();
    std::set<std::string> missing;
    for (const SourceFile& file : source_files()) {
        if (!file.under("tests/") || !file.path.ends_with("_test.cpp") || !is_part(file.part()))
            continue;
        const std::string noun = file.part() + "/" + file.stem().substr(0, file.stem().size() - 5);
        if (!all.contains("src/" + noun + ".cpp") && !all.contains("src/" + noun + ".hpp") &&
            !all.contains("include/weir/" + noun + ".hpp"))
            missing.insert(file.path);
    }
    compare(violations, missing, about_more, "no source of its name");
}

TEST_CASE("every face has a source of its name", "[tidy]")
{
    Violations violations;
    const std::set<std::string> all = paths();
    std::set<std::string> missing;
    for (const SourceFile& file : source_files())
        if (file.under("include/weir/") && !file.part().empty() && file.stem() != "settings" &&
            !all.contains("src/" + file.part() + "/" + file.stem() + ".cpp"))
            missing.insert(file.path);
    compare(violations, missing, faces_alone, "no source of its name");
}

TEST_CASE("every source and test is named in the CMakeLists.txt of its folder", "[tidy]")
{
    Violations violations;
    for (const SourceFile& file : source_files()) {
        if (file.is_header() || file.under("tests/support/") || file.under("tests/fuzz/")) continue;
        const std::size_t slash = file.path.rfind('/');
        const std::string lists = read_text(file.path.substr(0, slash + 1) + "CMakeLists.txt");
        const std::string name = file.path.substr(slash + 1);
        const auto is_separator = [](char c) {
            return c == ' ' || c == '\n' || c == '(' || c == ')' || c == '/';
        };
        bool named = false;
        for (std::size_t at = lists.find(name); at != lists.npos; at = lists.find(name, at + 1)) {
            const std::size_t end = at + name.size();
            named = named || ((at == 0 || is_separator(lists[at - 1])) &&
                              (end == lists.size() || is_separator(lists[end])));
        }
        if (!named) violations.add(file.path + ": not named in a CMakeLists.txt");
    }
}
