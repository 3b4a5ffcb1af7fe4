// The rules of style that a machine can check: size, words, and that the trees mirror each other.
// Each rule tells all its violations at once. The lists of exceptions may only get shorter: an
// entry that is no longer needed is a violation too.
#include "source_tree.hpp"

#include "support/catch.hpp"

#include <weir/config/load.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

using namespace weir;

namespace {

constexpr std::size_t max_columns = 100;
constexpr std::size_t max_file_lines = 500;
constexpr std::size_t max_function_lines = 70;

std::size_t columns(std::string_view line)
{
    const auto starts_character = [](char c) { return (c & 0xC0) != 0x80; };
    return static_cast<std::size_t>(std::ranges::count_if(line, starts_character));
}

// Functions longer than the rule allows, and how long they may be for now.
const std::map<std::string, std::size_t> long_functions = {};

// The longest function of a file and the line where its body starts. The formatter puts the brace
// of a function, and of nothing else, on a line of its own.
std::pair<std::size_t, std::size_t> longest_function(const SourceFile& file)
{
    std::pair<std::size_t, std::size_t> longest{0, 0};
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
        const std::string& open = file.lines[i];
        if (open.empty() || open.find_first_not_of(' ') != open.size() - 1 || open.back() != '{')
            continue;
        const std::string close = open.substr(0, open.size() - 1) + "}";
        std::size_t end = i + 1;
        while (end < file.lines.size() && !file.lines[end].starts_with(close))
            ++end;
        longest = std::max(longest, {end - i + 1, i + 1});
    }
    return longest;
}

// Words that do not belong, and where they may stand all the same.
struct Word {
    std::string_view word;
    std::string_view under;                 // only files whose paths start so
    std::vector<std::string_view> except{}; // files with a reason, given beside them
};
const Word words[] = {
    {"sleep_for", ""},
    {"sleep_until", ""},
    {"usleep", ""},
    {"asio::detached", ""},
    {"std::rand", ""},
    {"double", "src/limit/"},
    {"double", "include/weir/limit/"},
    {"float", "src/limit/"},
    {"float", "include/weir/limit/"},
    {"system_clock::now", "src/", {"src/base/clock.cpp"}}, // the one place that asks for the time
    {"steady_clock::now", "src/", {"src/base/clock.cpp"}},
    {"system_clock::now", "include/"},
    {"steady_clock::now", "include/"},
};

bool is_word_at(std::string_view line, std::size_t at, std::string_view word)
{
    const auto inside = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    };
    const std::size_t end = at + word.size();
    return (at == 0 || !inside(line[at - 1])) && (end == line.size() || !inside(line[end]));
}

bool holds_word(std::string_view line, std::string_view word)
{
    for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1))
        if (is_word_at(line, at, word)) return true;
    return false;
}

} // namespace

TEST_CASE("lines, files and functions keep their size", "[tidy]")
{
    Violations violations;
    std::set<std::string> still_long;
    for (const SourceFile& file : source_files()) {
        for (std::size_t i = 0; i < file.lines.size(); ++i)
            if (columns(file.lines[i]) > max_columns)
                violations.add(file, i + 1, "longer than 100 columns");
        if (file.lines.size() > max_file_lines)
            violations.add(file, max_file_lines, "longer than 500 lines: is it still one subject?");

        // The tables of tests are data, not functions.
        if (file.under("tests/")) continue;
        const auto [lines, start] = longest_function(file);
        if (lines <= max_function_lines) continue;
        const auto known = long_functions.find(file.path);
        if (known == long_functions.end() || lines > known->second)
            violations.add(file, start, "a function of " + std::to_string(lines) + " lines");
        else
            still_long.insert(file.path);
    }
    for (const auto& [path, lines] : long_functions)
        if (!still_long.contains(path)) violations.add(path + " needs no exception any more");
}

TEST_CASE("words that do not belong are not there", "[tidy]")
{
    Violations violations;
    for (const SourceFile& file : source_files()) {
        if (file.under("tests/tidy/")) continue; // the rules name them
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            const std::string code = code_of(file.lines[i]);
            for (const Word& word : words) {
                if (!file.under(word.under)) continue;
                if (std::ranges::find(word.except, file.path) != word.except.end()) continue;
                if (holds_word(code, word.word))
                    violations.add(file, i + 1, std::string(word.word) + " does not belong here");
            }
            for (const std::string_view mark : {"TODO", "FIXME", "XXX"})
                if (holds_word(file.lines[i], mark))
                    violations.add(file, i + 1, std::string(mark) + " in the code: open an issue");
        }
    }
}

TEST_CASE("a header is included once and opens no namespace", "[tidy]")
{
    Violations violations;
    for (const SourceFile& file : source_files()) {
        if (!file.is_header()) continue;
        if (std::ranges::find(file.lines, "#pragma once") == file.lines.end())
            violations.add(file, 1, "#pragma once is missing");
        for (std::size_t i = 0; i < file.lines.size(); ++i)
            if (holds_word(code_of(file.lines[i]), "using namespace"))
                violations.add(file, i + 1, "using namespace in a header");
    }
}

TEST_CASE("every file of configuration is one that check --strict accepts", "[tidy]")
{
    Violations violations;
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(WEIR_SOURCE_DIR "/config")) {
        ++files;
        const Loaded loaded = load_file(entry.path().string(), process_environment());
        for (const Finding& finding : loaded.findings)
            violations.add(finding.to_string());
        if (!loaded.settings) continue;
        for (const Finding& finding : advice(*loaded.settings))
            violations.add(finding.to_string());
    }
    CHECK(files > 0);
}
