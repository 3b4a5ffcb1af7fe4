// Who may include whom. The tables are those of src/README.md: a part of Weir may use the faces
// (include/weir/PART/) of the parts below it, and each library has one home.
#include "source_tree.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace weir;

namespace {

using Parts = std::set<std::string, std::less<>>;

// Beside itself. `server` and `cli` may use everything.
const std::map<std::string, Parts, std::less<>> may_use = {
    {"base", {}},
    {"limit", {"base"}},
    {"http", {"base"}},
    {"net", {"base"}},
    {"telemetry", {"base"}},
    {"key", {"base", "http"}},
    {"store", {"base", "limit", "net", "telemetry"}},
    {"upstream", {"base", "http", "net", "telemetry"}},
    {"route", {"base", "http", "limit", "key"}},
    {"decision", {"base", "limit", "http", "key", "route", "store", "telemetry"}},
    {"response", {"base", "http", "decision"}},
    {"config",
     {"base", "limit", "http", "net", "key", "store", "upstream", "route", "response",
      "telemetry"}},
    {"simulate", {"base", "limit", "http", "key", "route", "store", "decision"}},
    {"proxy",
     {"base", "limit", "http", "net", "key", "route", "decision", "response", "upstream",
      "telemetry", "config"}},
};

struct Home {
    std::string_view library; // how its includes start
    std::vector<std::string_view> places;
};
const Home homes[] = {
    {"yaml-cpp/", {"src/config/yaml.cpp"}},
    {"spdlog/", {"src/telemetry/"}},
    {"CLI/", {"src/cli/"}},
    {"nlohmann/", {"src/cli/", "src/simulate/json_line.cpp", "tests/"}},
    {"catch2/", {"tests/support/catch.hpp"}},
    {"boost/",
     {"src/boost.cpp", "src/net/", "include/weir/net/", "src/upstream/", "include/weir/upstream/",
      "src/proxy/", "include/weir/proxy/", "src/server/", "src/cli/demo_", "tests/"}},
};

// Folders of tests that look at Weir as a whole.
const Parts whole = {"e2e", "fuzz", "laws", "tidy", "bench", "regress"};

bool is_own_header(const SourceFile& file, const std::string& name)
{
    const std::string folder = file.path.substr(0, file.path.rfind('/') + 1);
    return name.find("..") == name.npos && exists(folder + name);
}

bool is_test_header(const SourceFile& file, const std::string& name)
{
    if (exists("tests/" + name)) return true;
    // A private header of the part that is tested, by its path under src/ or its name alone.
    const bool own_part = name.starts_with(file.part() + "/") || whole.contains(file.part());
    return (own_part && exists("src/" + name)) || exists("src/" + file.part() + "/" + name);
}

} // namespace

TEST_CASE("a part of Weir uses only the faces of the parts below it", "[tidy]")
{
    Violations violations;
    for (const SourceFile& file : source_files()) {
        const auto allowed = may_use.find(file.part());
        if (file.under("tests/") || allowed == may_use.end()) continue;
        for (const Include& include : includes_of(file)) {
            if (!include.name.starts_with("weir/")) continue;
            const std::string part = SourceFile{"include/" + include.name, {}}.part();
            if (part.empty() || part == file.part() || allowed->second.contains(part)) continue;
            violations.add(file, include.line, file.part() + " may not use " + include.name);
        }
    }
}

TEST_CASE("every part of Weir is in the table of borders", "[tidy]")
{
    Violations violations;
    Parts parts;
    for (const SourceFile& file : source_files())
        if (!file.under("tests/") && !file.part().empty()) parts.insert(file.part());
    for (const std::string& part : parts)
        if (part != "server" && part != "cli" && !may_use.contains(part))
            violations.add(part + " is not in the table of tests/tidy/borders_test.cpp");
    for (const auto& [part, others] : may_use)
        if (!parts.contains(part)) violations.add(part + " is in the table but not in the tree");
}

TEST_CASE("quotes stay at home, angle brackets cross a border", "[tidy]")
{
    Violations violations;
    for (const SourceFile& file : source_files()) {
        for (const Include& include : includes_of(file)) {
            if (!include.quoted) continue;
            if (is_own_header(file, include.name)) continue;
            if (file.under("tests/") && is_test_header(file, include.name)) continue;
            violations.add(file, include.line, "\"" + include.name + "\" is not in this folder");
        }
    }
}

// So that each header is compiled once without others before it, and shows what it needs.
TEST_CASE("a source includes its own header first", "[tidy]")
{
    Violations violations;
    for (const SourceFile& file : source_files()) {
        if (file.is_header() || file.part().empty() || !file.under("src/")) continue;
        const std::string face = "weir/" + file.part() + "/" + file.stem() + ".hpp";
        const std::string beside = "src/" + file.part() + "/" + file.stem() + ".hpp";
        std::string own;
        if (exists("include/" + face))
            own = face;
        else if (exists(beside))
            own = file.stem() + ".hpp";
        else
            continue;
        const std::vector<Include> includes = includes_of(file);
        if (includes.empty() || includes.front().name != own)
            violations.add(file, 1, own + " does not come first");
    }
}

TEST_CASE("a library is included at its home only", "[tidy]")
{
    Violations violations;
    for (const SourceFile& file : source_files()) {
        for (const Include& include : includes_of(file)) {
            for (const Home& home : homes) {
                if (!include.name.starts_with(home.library)) continue;
                const auto lives_here = [&](std::string_view place) { return file.under(place); };
                if (std::ranges::none_of(home.places, lives_here))
                    violations.add(file, include.line, include.name + " is away from its home");
            }
        }
    }
}
