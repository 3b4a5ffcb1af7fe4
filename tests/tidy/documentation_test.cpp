// README.md speaks of every verb and of every setting that the reader of the configuration knows.
#include "source_tree.hpp"

#include "support/catch.hpp"

#include <regex>
#include <set>
#include <string>

using namespace weir;

namespace {

// Every match of a pattern's first group in the sources under a folder.
void add_names(std::set<std::string>& names, const std::string& folder, const char* pattern)
{
    const std::regex expression(pattern);
    for (const SourceFile& file : source_files()) {
        if (!file.under(folder)) continue;
        std::string text; // a call may be broken over lines
        for (const std::string& line : file.lines)
            text += line + " ";
        for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end;
             ++match)
            names.insert((*match)[1]);
    }
}

bool stands_in(const std::string& text, const std::string& name)
{
    return std::regex_search(text, std::regex("\\b" + name + "\\b"));
}

} // namespace

TEST_CASE("README.md describes every setting", "[tidy]")
{
    // The ways in which the readers name a setting, and one that each must find.
    struct Row {
        const char* pattern;
        const char* known;
    };
    const Row rows[] = {
        {R"re(fields\.(?:find|require)\(\s*"([a-z0-9_]+)")re", "capacity"},
        {R"re(read_[a-z]+\(\s*fields, "([a-z0-9_]+)")re", "encoded_slash"},
        {R"re(\{"([a-z0-9_]+)", read_)re", "trusted_proxies"},
        {R"re(\{"([a-z0-9_]+)", timeouts\.)re", "drain"},
    };
    std::set<std::string> settings;
    for (const Row& row : rows) {
        CAPTURE(row.pattern);
        std::set<std::string> found;
        add_names(found, "src/config/", row.pattern);
        CHECK(found.contains(row.known));
        settings.merge(found);
    }

    Violations violations;
    const std::string readme = read_text("README.md");
    for (const std::string& setting : settings)
        if (!stands_in(readme, setting)) violations.add("README.md: no word of '" + setting + "'");
}

TEST_CASE("README.md describes every verb", "[tidy]")
{
    std::set<std::string> verbs;
    add_names(verbs, "src/cli/verbs.cpp", R"re(Verb\{"([a-z-]+)")re");
    CHECK(verbs.contains("run"));
    Violations violations;
    const std::string readme = read_text("README.md");
    for (const std::string& verb : verbs)
        if (!stands_in(readme, "weir " + verb)) violations.add("README.md: no word of " + verb);
}
