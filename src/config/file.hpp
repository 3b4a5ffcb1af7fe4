#pragma once

#include <weir/base/result.hpp>

#include <cstddef>
#include <string>

namespace weir {

// The bytes of a file, at most `max_bytes` of them; the error is a sentence without the path.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes);

// `path` as seen from the folder of the configuration file `file`; absolute paths stay.
std::string relative_to(const std::string& file, const std::string& path);

} // namespace weir
