#pragma once

#include <weir/http/head.hpp>

namespace weir {

// Strict parsers for message heads (RFC 9112 2 to 6; the table of what is refused and why is in
// src/README.md). They are fed the whole receive buffer each time it has grown and remember how
// far they have looked, so a head that trickles in byte by byte costs linear time.
//
// Whatever pieces a head arrives in, the verdict is the same: the first fault in the order of the
// bytes. Faults of syntax and size are reported once their line is complete, at the latest; faults
// of meaning (Host, framing, expectations) when the head is.
//
// No allocation once `fields` has its capacity. One connection, one thread.

struct HeadLimits {
    std::size_t line = 8 * 1024;          // request line, without CRLF
    std::size_t header_bytes = 32 * 1024; // all field lines together
    std::size_t headers = 100;            // field lines
};

// What is wrong with a head. `status` answers it (requests: 400 414 417 431 501 505; for an
// upstream's answer always 502); `detail` is a sentence with static lifetime for the problem body.
struct HeadFault {
    int status = 400;
    const char* detail = "";
};

enum class ParseStatus : std::uint8_t { need_more, complete, faulty };

// What both parsers share: where they are in the buffer, and the field lines.
class MessageHeadParser {
public:
    explicit MessageHeadParser(const HeadLimits& limits) : limits_(&limits) {}

    void reset(); // before the first byte of each message
    const HeadFault& fault() const { return fault_; }

protected:
    ParseStatus fail(int status, const char* detail);
    bool waits_for_line_end(std::string_view buffer);
    ParseStatus read_fields(std::string_view buffer, std::vector<Field>& fields);
    void follow_buffer(const char* base, std::vector<Field>& fields);
    void move_view(std::string_view& view, const char* base) const;

    const HeadLimits* limits_;
    HeadFault fault_;
    const char* base_ = nullptr;   // where the buffer lay when the views were made
    std::size_t scanned_ = 0;      // bytes looked at, once there was more than empty lines
    std::size_t line_start_ = 0;   // of the first line that is not complete
    std::size_t fields_start_ = 0; // 0 until the start line is complete
};

class RequestHeadParser : public MessageHeadParser {
public:
    using MessageHeadParser::MessageHeadParser;

    // `buffer` starts at the request's first byte and only ever grows between two resets; its
    // address may change as long as `need_more` was the last answer. `head` is the same one in all
    // calls for a request; it is valid when the answer is `complete`.
    ParseStatus parse(std::string_view buffer, RequestHead& head);
    bool started() const { return scanned_ > 0; } // saw more than empty lines: idle or stalled?

private:
    ParseStatus read_start(std::string_view buffer, RequestHead& head);
    ParseStatus read_request_line(std::string_view line, RequestHead& head);
    ParseStatus judge(RequestHead& head);
};

class ResponseHeadParser : public MessageHeadParser {
public:
    using MessageHeadParser::MessageHeadParser;

    // As above. A 1xx is a head of its own; reset and parse what follows it.
    ParseStatus parse(std::string_view buffer, ResponseHead& head);

private:
    ParseStatus read_message(std::string_view buffer, ResponseHead& head);
    ParseStatus read_status_line(std::string_view line, ResponseHead& head);
    ParseStatus judge(ResponseHead& head);
};

} // namespace weir
