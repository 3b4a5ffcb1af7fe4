#pragma once

#include <weir/http/chunked.hpp>
#include <weir/http/head.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace weir {

// Where a message body ends, and what of the input belongs to it; the same for requests and
// responses, and for bodies that are only skipped. A class without I/O.
class BodyReader {
public:
    enum class Kind : std::uint8_t { data, need_more, done, faulty };
    struct Piece {
        Kind kind = Kind::need_more;
        std::size_t consumed = 0; // bytes of the input to consume once `data` is used
        std::string_view data;    // a view into the input
    };

    void reset(BodyKind kind, std::uint64_t length);
    Piece next(std::string_view input);
    void end_of_input(); // completes a body that lasts until the connection closes

    bool done() const { return done_; }
    BodyKind kind() const { return kind_; }
    std::uint64_t left() const { return left_; }   // BodyKind::length: bytes still to come
    std::uint64_t taken() const { return taken_; } // bytes of content so far
    const std::string& trailers() const { return decoder_.trailers(); } // chunked, once done

private:
    BodyKind kind_ = BodyKind::none;
    bool done_ = true;
    std::uint64_t left_ = 0;
    std::uint64_t taken_ = 0;
    ChunkDecoder decoder_;
};

} // namespace weir
