#include "pieces.hpp"

#include <weir/http/canonical_path.hpp>

using namespace weir;

// What is canonical stays as it is, and no dot segment survives.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    const std::string_view raw(reinterpret_cast<const char*>(data) + 1, size - 1);
    const PathOptions options{.encoded_slash = static_cast<PathOptions::EncodedSlash>(data[0] & 1),
                              .parameters =
                                  static_cast<PathOptions::Parameters>((data[0] >> 1) % 3),
                              .forward = static_cast<PathOptions::Forward>(data[0] >> 7)};
    std::string scratch, again;
    const CanonicalPath once = canonical_path(raw, options, scratch);
    valid_query(raw);
    if (!once.ok()) return 0;
    const CanonicalPath twice = canonical_path(once.path, options, again);
    WEIR_ASSERT(twice.ok() && twice.path == once.path);
    const std::string closed = std::string(once.path) + "/";
    WEIR_ASSERT(closed.find("/./") == std::string::npos);
    WEIR_ASSERT(closed.find("/../") == std::string::npos);
    WEIR_ASSERT(once.path.find("//") == std::string_view::npos);
    return 0;
}
