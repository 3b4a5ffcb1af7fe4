#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weir {

// One file of the repository, for the rules of tidy_test.cpp. Paths are relative to the top.
struct SourceFile {
    std::string path; // "src/limit/wide.hpp"
    std::vector<std::string> lines;

    bool is_header() const { return path.ends_with(".hpp"); }
    bool under(std::string_view folder) const { return path.starts_with(folder); }
    std::string stem() const; // "wide"
    // The part of the product it belongs to: "limit" for src/limit/, include/weir/limit/ and
    // tests/limit/; "" for files at the top of these trees.
    std::string part() const;
};

// What an #include line names.
struct Include {
    std::size_t line = 0; // from 1
    std::string name;
    bool quoted = false;
};

// Every .cpp and .hpp file of include/, src/ and tests/, in order of their paths.
const std::vector<SourceFile>& source_files();
std::vector<Include> includes_of(const SourceFile& file);
// The line without its comment and without the insides of its string literals.
std::string code_of(std::string_view line);
std::string read_text(const std::string& path); // relative to the top; "" when there is none
bool exists(const std::string& path);

// All violations of a rule at once, as "file:line: what is wrong".
class Violations {
public:
    void add(const SourceFile& file, std::size_t line, const std::string& what);
    void add(const std::string& what) { all_.push_back(what); }
    ~Violations() noexcept(false); // fails the running test when there are any

private:
    std::vector<std::string> all_;
};

} // namespace weir
