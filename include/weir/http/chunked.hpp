#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace weir {

// The chunked transfer coding (RFC 9112 7.1), strictly: CRLF only, at most 16 hex digits and less
// than 2^63, extensions well-formed and skipped but counted against a bound, trailers checked like
// header fields, bounded, and kept apart from them (they are never read as header fields).
//
// A class without I/O: give it the unread input, do what the step says, give it the rest. The
// verdict does not depend on the pieces the input comes in.
class ChunkDecoder {
public:
    enum class Kind : std::uint8_t {
        need_more, // all of the input is consumed and more is needed
        data,      // `data` are the next bytes of the body
        done,      // the last chunk and the trailers have been read; the rest is the next message
        faulty,    // not chunked coding; nothing behind this can be trusted
        too_large, // overhead or trailers beyond their bound
    };
    struct Step {
        Kind kind = Kind::need_more;
        std::size_t consumed = 0; // bytes of the input that are done with
        std::string_view data;    // a view into the input
    };

    static constexpr std::size_t max_line_bytes = 4096; // one size line with its extensions
    static constexpr std::size_t max_overhead_bytes =
        65536; // all extensions and padding of one body
    static constexpr std::size_t max_trailer_bytes = 8192;
    static constexpr std::size_t max_trailers = 64;

    void reset();
    Step next(std::string_view input);

    // After done: the trailer section as "Name: value\r\n" lines. Left out are all fields that mean
    // something to Weir or are not allowed here (RFC 9110 6.5.1): framing, routing, credentials,
    // conditions, response control. Empty when nothing is left.
    const std::string& trailers() const { return trailers_; }

private:
    enum class At : std::uint8_t { size_line, data, data_end, trailer, done, failed };

    Step fail(Kind kind);
    Step read_line(std::string_view input);
    Step take_size_line(std::string_view line, std::size_t consumed);
    Step take_trailer(std::string_view line, std::size_t consumed);
    Step take_data_end(std::string_view input);

    At at_ = At::size_line;
    std::uint64_t left_ = 0; // bytes of the current chunk still to come
    std::size_t overhead_ = 0;
    std::size_t trailer_bytes_ = 0;
    std::size_t trailer_count_ = 0;
    bool half_end_ = false; // of the CRLF behind a chunk's data the CR has come
    std::string line_;      // the part of a size or trailer line that came so far
    std::string trailers_;
};

// Writes the size line of a chunk of `size` bytes ("1a2b\r\n") into `out` (at least 18 bytes);
// returns its length. The chunk's data and "\r\n" follow; "0\r\n" + trailers + "\r\n" end a body.
std::size_t write_chunk_size(std::uint64_t size, char* out);

} // namespace weir
