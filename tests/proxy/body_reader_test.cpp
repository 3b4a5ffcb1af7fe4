#include "body_reader.hpp"

#include "support/catch.hpp"

#include <string>

using namespace weir;

namespace {

struct Read {
    std::string content;
    BodyReader::Kind last = BodyReader::Kind::need_more;
    std::string rest; // what was not consumed
};

// Reads a body that comes in pieces of `step` bytes.
Read read_in_pieces(BodyReader& reader, std::string_view input, std::size_t step)
{
    Read result;
    std::string pending;
    while (!input.empty() || !pending.empty()) {
        const std::size_t size = std::min(step, input.size());
        pending += input.substr(0, size);
        input.remove_prefix(size);
        for (;;) {
            const BodyReader::Piece piece = reader.next(pending);
            result.last = piece.kind;
            result.content += piece.data;
            pending.erase(0, piece.consumed);
            if (piece.kind != BodyReader::Kind::data) break;
        }
        if (result.last == BodyReader::Kind::done || result.last == BodyReader::Kind::faulty ||
            input.empty())
            break;
    }
    result.rest = pending + std::string(input);
    return result;
}

} // namespace

TEST_CASE("a body ends where its framing says, and what follows is left alone", "[proxy]")
{
    struct Row {
        BodyKind kind;
        std::uint64_t length;
        const char* input;
        const char* content;
        const char* rest;
        bool done;
        const char* why;
    };
    const Row rows[] = {
        {BodyKind::none, 0, "GET /", "", "GET /", true, "no body: all is the next message"},
        {BodyKind::length, 0, "GET /", "", "GET /", true, "an empty body is complete at once"},
        {BodyKind::length, 5, "helloGET /", "hello", "GET /", true, "exactly its length"},
        {BodyKind::length, 9, "hello", "hello", "", false, "four bytes are missing"},
        {BodyKind::chunked, 0, "5\r\nhello\r\n0\r\n\r\nGET /", "hello", "GET /", true, "chunked"},
        {BodyKind::chunked, 0, "5\r\nhello\r\n0\r\n", "hello", "", false, "the end is missing"},
        {BodyKind::until_close, 0, "hello", "hello", "", false,
         "only the connection's end ends it"},
    };
    for (const Row& row : rows) {
        for (std::size_t step : {1U, 3U, 1000U}) {
            INFO(row.why << ", in pieces of " << step);
            BodyReader reader;
            reader.reset(row.kind, row.length);
            const Read read = read_in_pieces(reader, row.input, step);
            CHECK(read.content == row.content);
            CHECK(read.rest == row.rest);
            CHECK(reader.done() == row.done);
            CHECK(reader.taken() == std::string_view(row.content).size());
        }
    }
}

TEST_CASE("a broken chunked body is faulty, and the end of input completes only what it may",
          "[proxy]")
{
    BodyReader reader;
    reader.reset(BodyKind::chunked, 0);
    CHECK(read_in_pieces(reader, "5\r\nhelloX", 1000).last == BodyReader::Kind::faulty);

    reader.reset(BodyKind::until_close, 0);
    reader.end_of_input();
    CHECK(reader.done());
    reader.reset(BodyKind::length, 5);
    reader.end_of_input();
    CHECK_FALSE(reader.done());
}
