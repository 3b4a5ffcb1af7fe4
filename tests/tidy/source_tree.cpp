#include "source_tree.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace weir {

namespace {

namespace fs = std::filesystem;

const fs::path top = WEIR_SOURCE_DIR;

std::vector<std::string> read_lines(const fs::path& path)
{
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

std::vector<SourceFile> read_tree()
{
    std::vector<SourceFile> files;
    for (const char* folder : {"include", "src", "tests"}) {
        for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
            const fs::path& path = entry.path();
            if (path.extension() != ".cpp" && path.extension() != ".hpp") continue;
            files.push_back({path.lexically_relative(top).string(), read_lines(path)});
        }
    }
    std::ranges::sort(files, {}, &SourceFile::path);
    return files;
}

} // namespace

std::string SourceFile::stem() const
{
    return fs::path(path).stem().string();
}

std::string SourceFile::part() const
{
    std::string_view rest = path;
    for (const std::string_view tree : {"include/weir/", "src/", "tests/"})
        if (rest.starts_with(tree)) rest.remove_prefix(tree.size());
    const std::size_t slash = rest.find('/');
    return slash == rest.npos ? "" : std::string(rest.substr(0, slash));
}

const std::vector<SourceFile>& source_files()
{
    static const std::vector<SourceFile> files = read_tree();
    return files;
}

std::vector<Include> includes_of(const SourceFile& file)
{
    std::vector<Include> includes;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
        const std::string& line = file.lines[i];
        if (!line.starts_with("#include ")) continue;
        const std::size_t open = line.find_first_of("<\"");
        const std::size_t close = line.find_first_of(">\"", open + 1);
        if (open == line.npos || close == line.npos) continue;
        includes.push_back({i + 1, line.substr(open + 1, close - open - 1), line[open] == '"'});
    }
    return includes;
}

std::string code_of(std::string_view line)
{
    std::string code;
    bool in_string = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (!in_string && line.substr(i).starts_with("//")) break;
        if (line[i] == '\\' && in_string) {
            ++i;
            continue;
        }
        if (line[i] == '"') in_string = !in_string;
        if (!in_string || line[i] == '"') code += line[i];
    }
    return code;
}

std::string read_text(const std::string& path)
{
    std::ifstream file(top / path);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool exists(const std::string& path)
{
    return fs::exists(top / path);
}

void Violations::add(const SourceFile& file, std::size_t line, const std::string& what)
{
    add(file.path + ":" + std::to_string(line) + ": " + what);
}

Violations::~Violations() noexcept(false)
{
    if (all_.empty()) {
        SUCCEED();
        return;
    }
    std::string text;
    for (const std::string& one : all_)
        text += one + "\n";
    FAIL_CHECK(std::to_string(all_.size()) + " violations\n" + text);
}

} // namespace weir
