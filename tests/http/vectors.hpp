#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

// The byte strings of tests/vectors/*.json (the format is explained in tests/vectors/README.md).

namespace weir {

nlohmann::json load_vectors(const std::string& file);

// The bytes that go over the wire: base64 decoded, "{{TEXT*N}}" written out.
std::string wire_bytes(const nlohmann::json& vector);

} // namespace weir
