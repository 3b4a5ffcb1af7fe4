#pragma once

#include "node.hpp"

#include <weir/config/load.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace weir {

// Collects everything there is to say about one file, so that all of it is said in one go.
class Report {
public:
    // Beyond so many errors nobody reads on, and a hostile file cannot make a message of megabytes.
    static constexpr std::size_t max_findings = 500;

    explicit Report(std::string file) : file_(std::move(file)) {}

    // `path` is the field's ("routes[0].limits[0].rate"); "" for the file as a whole.
    void error(Position at, std::string_view code, std::string_view path, std::string_view text);

    // Nothing more will be taken: whoever is about to search for good advice may save it.
    bool full() const { return findings_.size() >= max_findings; }
    bool empty() const { return findings_.empty(); }
    std::vector<Finding> take_in_order(); // of appearance in the file

private:
    std::string file_;
    std::vector<Finding> findings_;
};

// A piece of the file inside a message: in quotes, on one line, of bounded length.
std::string in_quotes(std::string_view text);

// "a, b or c".
std::string alternatives(const std::vector<std::string_view>& names);

} // namespace weir
