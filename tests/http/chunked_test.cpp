#include <weir/http/chunked.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <limits>

using namespace weir;

namespace {

struct Decoded {
    ChunkDecoder::Kind end = ChunkDecoder::Kind::need_more;
    std::string body;
    std::string trailers;
    std::size_t left = 0;

    bool operator==(const Decoded&) const = default;
};

Decoded decode(std::string_view bytes, std::size_t piece)
{
    Decoded decoded;
    ChunkDecoder decoder;
    decoder.reset();
    while (!bytes.empty() && decoded.end == ChunkDecoder::Kind::need_more) {
        std::string_view input = bytes.substr(0, piece);
        while (!input.empty()) {
            const ChunkDecoder::Step step = decoder.next(input);
            decoded.body.append(step.data);
            input.remove_prefix(step.consumed);
            bytes.remove_prefix(step.consumed);
            if (step.kind == ChunkDecoder::Kind::data) continue;
            if (step.kind == ChunkDecoder::Kind::need_more) CHECK(input.empty());
            decoded.end = step.kind;
            break;
        }
    }
    if (decoded.end == ChunkDecoder::Kind::done) {
        decoded.trailers = decoder.trailers();
        decoded.left = bytes.size();
    }
    return decoded;
}

Decoded decode(std::string_view bytes)
{
    const Decoded decoded = decode(bytes, std::numeric_limits<std::size_t>::max());
    for (const std::size_t piece : {1u, 2u, 3u, 7u})
        CHECK(decode(bytes, piece) == decoded);
    return decoded;
}

constexpr auto done = ChunkDecoder::Kind::done;
constexpr auto faulty = ChunkDecoder::Kind::faulty;
constexpr auto too_large = ChunkDecoder::Kind::too_large;
constexpr auto need_more = ChunkDecoder::Kind::need_more;

} // namespace

TEST_CASE("chunks are put together and their end is found", "[http]")
{
    const Decoded decoded = decode("5\r\nhello\r\n00A ; x=\"a\\\"b\";y\r\n 0123\r\n56 \r\n"
                                   "0;z\r\nX-Sum: 1 \r\nx-empty:\r\n\r\nGET ");
    CHECK(decoded.end == done);
    CHECK(decoded.body == "hello 0123\r\n56 ");
    CHECK(decoded.trailers == "X-Sum: 1\r\nx-empty: \r\n");
    CHECK(decoded.left == 4);
}

TEST_CASE("chunked coding is read by the letter", "[http]")
{
    struct Row {
        std::string bytes;
        ChunkDecoder::Kind end;
    };
    const Row rows[] = {
        {"0\r\n\r\n", done},
        {"000\r\n\r\n", done},
        {"5", need_more},
        {"7fffffffffffffff\r\nx", need_more},
        {"8000000000000000\r\n", faulty},
        {"ffffffffffffffff\r\n", faulty},
        {"00000000000000005\r\n", faulty},
        {"0000000000000005\r\nhello\r\n0\r\n\r\n", done},
        {"\r\n", faulty},
        {" 5\r\n", faulty},
        {"5 \r\n", faulty},
        {"5\t\r\n", faulty},
        {"0x5\r\n", faulty},
        {"5;\r\n", faulty},
        {"5;=b\r\n", faulty},
        {"5;a=\r\n", faulty},
        {"5;a b\r\n", faulty},
        {"5;a=\"b\r\n", faulty},
        {"5;a=\"b\"c\r\n", faulty},
        {"5;a=\"b\x01\"\r\n", faulty},
        {"5;a=\"b\\\r\n", faulty},
        {"5;a=b \r\n", faulty},
        {"5\thello", need_more},
        {"5\n", faulty},
        {"5\r\r\n", faulty},
        {"5\r\nhelloX", faulty},
        {"5\r\nhello\n", faulty},
        {"5\r\nhello\rX", faulty},
        {"0\r\nbad\r\n\r\n", faulty},
        {"0\r\nX : 1\r\n\r\n", faulty},
        {"0\r\nX: 1\r\n 2\r\n\r\n", faulty},
        {"0\r\nX: 1\n\r\n", faulty},
        {"0\r\n\n", faulty},
        {std::string(5000, '0'), too_large},
        {"5;" + std::string(5000, 'a') + "\r\n", too_large},
        {"0\r\nX: " + std::string(9000, 'a'), too_large},
    };
    for (const Row& row : rows) {
        INFO(row.bytes.substr(0, 60));
        CHECK(decode(row.bytes).end == row.end);
    }
}

TEST_CASE("what surrounds the data of a body is bounded", "[http]")
{
    const auto repeat = [](std::string_view text, int count) {
        std::string all;
        for (int i = 0; i < count; ++i)
            all += text;
        return all;
    };
    CHECK(decode(repeat("1;a23456789012345\r\nx\r\n", 4096) + "0\r\n\r\n").end == done);
    CHECK(decode(repeat("1;a23456789012345\r\nx\r\n", 4097) + "0\r\n\r\n").end == too_large);
    CHECK(decode(repeat("1\r\nx\r\n", 20'000) + "0\r\n\r\n").end == done); // small, but plain
    CHECK(decode("0\r\n" + repeat("X: 1\r\n", 64) + "\r\n").end == done);
    CHECK(decode("0\r\n" + repeat("X: 1\r\n", 65) + "\r\n").end == too_large);
}

TEST_CASE("trailers that mean something to a header section are left out", "[http]")
{
    for (const char* name :
         {"Host", "Content-Length", "transfer-encoding", "Authorization", "Cookie", "Connection",
          "X-Forwarded-For", "X_Forwarded_For", "Expect", "TE", "Trailer", "Set-Cookie", "Range",
          "RateLimit", "Retry-After", "Content-Type", "Cache-Control", "If-Match", "Location"}) {
        INFO(name);
        const Decoded decoded =
            decode("0\r\n" + std::string(name) + ": x\r\nGrpc-Status: 0\r\n\r\n");
        CHECK(decoded.end == done);
        CHECK(decoded.trailers == "Grpc-Status: 0\r\n");
    }
}

TEST_CASE("a decoder that failed stays failed, and one that is reset starts afresh", "[http]")
{
    ChunkDecoder decoder;
    decoder.reset();
    CHECK(decoder.next("x\r\n").kind == faulty);
    CHECK(decoder.next("0\r\n\r\n").kind == faulty);
    decoder.reset();
    CHECK(decoder.next("0\r\nA: b\r\n\r\n").kind == done);
    CHECK(decoder.trailers() == "A: b\r\n");
    CHECK(decoder.next("more").consumed == 0);
    decoder.reset();
    CHECK(decoder.trailers().empty());
}

TEST_CASE("a chunk size written is the size read", "[http]")
{
    struct Row {
        std::uint64_t size;
        std::string_view text;
    };
    const Row rows[] = {{0, "0\r\n"},         {1, "1\r\n"},
                        {15, "f\r\n"},        {16, "10\r\n"},
                        {0x1A2B, "1a2b\r\n"}, {~std::uint64_t{0}, "ffffffffffffffff\r\n"}};
    for (const Row& row : rows) {
        char out[18];
        CHECK(std::string_view(out, write_chunk_size(row.size, out)) == row.text);
    }
}
