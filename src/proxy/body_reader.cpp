#include "body_reader.hpp"

#include <algorithm>

namespace weir {

void BodyReader::reset(BodyKind kind, std::uint64_t length)
{
    kind_ = kind;
    left_ = kind == BodyKind::length ? length : 0;
    taken_ = 0;
    done_ = kind == BodyKind::none || (kind == BodyKind::length && length == 0);
    if (kind == BodyKind::chunked) decoder_.reset();
}

BodyReader::Piece BodyReader::next(std::string_view input)
{
    if (done_) return {Kind::done, 0, {}};
    if (kind_ == BodyKind::chunked) {
        const ChunkDecoder::Step step = decoder_.next(input);
        switch (step.kind) {
        case ChunkDecoder::Kind::need_more:
            return {Kind::need_more, step.consumed, {}};
        case ChunkDecoder::Kind::data:
            taken_ += step.data.size();
            return {Kind::data, step.consumed, step.data};
        case ChunkDecoder::Kind::done:
            done_ = true;
            return {Kind::done, step.consumed, {}};
        case ChunkDecoder::Kind::faulty:
        case ChunkDecoder::Kind::too_large:
            break;
        }
        return {Kind::faulty, 0, {}};
    }
    if (input.empty()) return {Kind::need_more, 0, {}};
    std::size_t size = input.size();
    if (kind_ == BodyKind::length) {
        size = static_cast<std::size_t>(std::min<std::uint64_t>(size, left_));
        left_ -= size;
        done_ = left_ == 0;
    }
    taken_ += size;
    return {Kind::data, size, input.substr(0, size)};
}

void BodyReader::end_of_input()
{
    if (kind_ == BodyKind::until_close) done_ = true;
}

} // namespace weir
