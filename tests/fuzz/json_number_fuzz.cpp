// The scanners that look for a number in answers: whole and in pieces they say the same.
#include "pieces.hpp"

#include <weir/http/event_stream.hpp>
#include <weir/http/json_pointer.hpp>

#include <cstdlib>

using namespace weir;

namespace {

template <typename Scanner>
void compare(const JsonPointer& pointer, std::string_view text, std::size_t piece)
{
    Scanner whole;
    whole.start(pointer);
    whole.feed(text);
    Scanner parts;
    parts.start(pointer);
    for (; !text.empty(); text.remove_prefix(std::min(piece, text.size())))
        parts.feed(text.substr(0, piece));
    if (whole.finish() != parts.finish()) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2) return 0;
    const std::size_t piece = data[0] % 16 + 1;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t line = text.find('\n');
    const auto pointer = JsonPointer::parse(text.substr(0, line));
    if (!pointer || line == text.npos) return 0;
    compare<JsonNumberScanner>(*pointer, text.substr(line + 1), piece);
    compare<EventStreamNumberScanner>(*pointer, text.substr(line + 1), piece);
    return 0;
}
