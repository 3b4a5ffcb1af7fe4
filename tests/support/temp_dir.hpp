#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace weir {

// A folder of its own for one test, removed with all that is in it.
class TempDir {
public:
    TempDir();
    ~TempDir();
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;

    std::string path(std::string_view name) const { return (path_ / name).string(); }
    std::string write(std::string_view name, std::string_view text) const; // gives the path

private:
    std::filesystem::path path_;
};

} // namespace weir
