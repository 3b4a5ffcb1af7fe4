#pragma once

#include "support/byte_stream.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

// HTTP/1.1 messages as the tests read them: a parser of its own, apart from Weir's and stricter
// than any client, so that Weir cannot agree with itself on a mistake. Whatever is not plain,
// unambiguous RFC 9112 is `malformed`.

struct Field {
    std::string name;
    std::string value;
};

struct Fields {
    std::vector<Field> lines; // in the order received

    std::optional<std::string> find(std::string_view name) const; // the first; names ignore case
    std::string value(std::string_view name) const;               // "" when absent
    std::vector<std::string> all(std::string_view name) const;
    std::size_t count(std::string_view name) const { return all(name).size(); }
    bool has(std::string_view name) const { return find(name).has_value(); }
};

struct MessageHead {
    std::string raw; // with the empty line
    std::string start_line;
    Fields fields;
};

enum class ReadResult { complete, closed, reset, timed_out, malformed };

// How far a reading got, and in words why not further.
struct Reading {
    ReadResult result = ReadResult::complete;
    std::string fault;

    bool complete() const { return result == ReadResult::complete; }
};

// How the end of a body is told.
struct Framing {
    enum class Kind { none, length, chunked, until_close };
    Kind kind = Kind::none;
    std::uint64_t length = 0;
};

Reading read_head(ByteStream& stream, MessageHead& head, Deadline deadline);
// From Content-Length and Transfer-Encoding alone; `otherwise` where there is neither.
Reading framing_of(const Fields& fields, Framing::Kind otherwise, Framing& framing);
// Appends to `body` as far as it gets.
Reading read_body(ByteStream& stream, const Framing& framing, std::string& body, Fields& trailers,
                  Deadline deadline);

bool equal_ignoring_case(std::string_view a, std::string_view b);
std::string chunked(std::string_view body, std::size_t chunk_size = 1000); // with the last chunk

} // namespace weir
