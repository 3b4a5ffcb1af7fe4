#include "support/temp_dir.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace weir {

TempDir::TempDir()
{
    std::string pattern = (std::filesystem::temp_directory_path() / "weir-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
        throw std::runtime_error("cannot make a temporary folder");
    path_ = pattern;
}

TempDir::~TempDir()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string TempDir::write(std::string_view name, std::string_view text) const
{
    const std::string file = path(name);
    std::ofstream(file, std::ios::binary) << text;
    return file;
}

} // namespace weir
