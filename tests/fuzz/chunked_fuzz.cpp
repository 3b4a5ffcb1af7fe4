#include "pieces.hpp"

#include <weir/http/chunked.hpp>

#include <string>

using namespace weir;

namespace {

struct Decoded {
    ChunkDecoder::Kind end = ChunkDecoder::Kind::need_more;
    std::string body;
    std::string trailers;
};

Decoded decode(std::string_view bytes, std::size_t piece)
{
    Decoded decoded;
    ChunkDecoder decoder;
    decoder.reset();
    while (!bytes.empty()) {
        const ChunkDecoder::Step step = decoder.next(bytes.substr(0, piece));
        decoded.body.append(step.data);
        bytes.remove_prefix(step.consumed);
        if (step.kind == ChunkDecoder::Kind::data) continue;
        if (step.kind == ChunkDecoder::Kind::need_more) {
            WEIR_ASSERT(step.consumed > 0);
            continue;
        }
        decoded.end = step.kind;
        decoded.trailers = decoder.trailers();
        break;
    }
    return decoded;
}

} // namespace

// A chunked body in pieces decodes as the whole does.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const FuzzInput input(data, size);
    const Decoded whole = decode(input.bytes, input.bytes.size());
    const Decoded pieced = decode(input.bytes, input.piece);
    WEIR_ASSERT(whole.end == pieced.end);
    WEIR_ASSERT(whole.body == pieced.body);
    WEIR_ASSERT(whole.trailers == pieced.trailers);
    return 0;
}
