#include "vectors.hpp"

#include <fstream>
#include <stdexcept>

namespace weir {
namespace {

std::string decode_base64(const std::string& text)
{
    static const std::string digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned bits = 0;
    int count = 0;
    for (const char c : text) {
        if (c == '=') break;
        bits = bits << 6 | static_cast<unsigned>(digits.find(c));
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes += static_cast<char>(bits >> count & 0xFF);
        }
    }
    return bytes;
}

std::string expand_macros(const std::string& text)
{
    std::string bytes;
    std::size_t at = 0;
    for (;;) {
        const std::size_t open = text.find("{{", at);
        bytes.append(text, at, open - at);
        if (open == std::string::npos) return bytes;
        const std::size_t close = text.find("}}", open);
        const std::size_t star = text.rfind('*', close);
        const std::string piece = text.substr(open + 2, star - open - 2);
        for (int n = std::stoi(text.substr(star + 1, close - star - 1)); n > 0; --n)
            bytes += piece;
        at = close + 2;
    }
}

} // namespace

nlohmann::json load_vectors(const std::string& file)
{
    std::ifstream stream(std::string(WEIR_SOURCE_DIR "/tests/vectors/") + file);
    if (!stream) throw std::runtime_error("cannot open tests/vectors/" + file);
    return nlohmann::json::parse(stream);
}

std::string wire_bytes(const nlohmann::json& vector)
{
    const std::string raw = vector.at("raw");
    if (vector.at("encoding") == "base64") return decode_base64(raw);
    return vector.value("macro", false) ? expand_macros(raw) : raw;
}

} // namespace weir
