#pragma once

#include <weir/http/head.hpp>

namespace weir {

// What several fields together say about a message: which are there, where its body ends
// (RFC 9112 6.3) and what Connection asks for (RFC 9110 7.6.1).

// Which fields a head has, and which of them more than once. One look at each field.
class FieldSet {
public:
    explicit FieldSet(const std::vector<Field>& fields)
    {
        for (const Field& field : fields) {
            repeated_ |= present_ & bit(field.id);
            present_ |= bit(field.id);
        }
    }

    bool has(FieldId id) const { return (present_ & bit(id)) != 0; }
    bool repeats(FieldId id) const { return (repeated_ & bit(id)) != 0; }

private:
    static std::uint64_t bit(FieldId id) { return std::uint64_t{1} << static_cast<unsigned>(id); }

    std::uint64_t present_ = 0;
    std::uint64_t repeated_ = 0;
};
static_assert(static_cast<unsigned>(FieldId::location) < 64);

struct Framing {
    enum class Kind : std::uint8_t { none, length, chunked };

    Kind kind = Kind::none; // none: neither field is there
    std::uint64_t content_length = 0;
    const char* fault = nullptr;
    bool unknown_coding = false; // with a fault: the syntax is right but Weir lacks the coding
};

// Content-Length is one line of 1 to 19 digits, Transfer-Encoding one line saying `chunked`, and
// never both; whatever else is a fault, for another recipient might read it differently.
Framing read_framing(const std::vector<Field>& fields, const FieldSet& set, int minor_version);

struct ConnectionOptions {
    static constexpr int max_options = 64; // names other than close, keep-alive and upgrade

    bool close = false;
    bool keep_alive = false;
    bool upgrade = false;
    bool too_many = false;

    bool persists(int minor_version) const // RFC 9112 9.3
    {
        return !close && (minor_version >= 1 || keep_alive);
    }
};

// Reads all lines of Connection and marks the fields they name as hop-by-hop. Fields that Weir
// knows cannot be named: their own nature decides, or a client could strip Authorization,
// X-Forwarded-For and the like from its request after Weir has read them.
ConnectionOptions read_connection(std::vector<Field>& fields);

} // namespace weir
