#include "file.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace weir {

namespace {

Error system_error()
{
    return {"cannot be read: " + std::system_category().message(errno)};
}

} // namespace

Result<std::string> read_file(const std::string& path, std::size_t max_bytes)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                               &std::fclose);
    if (!file) return system_error();
    std::string content;
    char piece[16 * 1024];
    while (const std::size_t length = std::fread(piece, 1, sizeof piece, file.get())) {
        content.append(piece, length);
        if (content.size() > max_bytes)
            return Error{"is larger than " + std::to_string(max_bytes / 1024) + "KiB"};
    }
    if (std::ferror(file.get()) != 0) return system_error();
    return content;
}

std::string relative_to(const std::string& file, const std::string& path)
{
    return (std::filesystem::path(file).parent_path() / path).string();
}

} // namespace weir
