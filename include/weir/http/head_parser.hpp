#pragma once

#include <weir/http/head.hpp>

namespace weir {

// Strict parsers for message heads (RFC 9112 2 to 6; the table of what is refused and why is in
// src/README.md). They are fed the whole receive buffer each time it has grown and remember how
// far they have looked, so a head that trickles in byte by byte costs linear time. A fault is
// reported as soon as its line is complete, or when a size limit is passed.
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

class RequestHeadParser {
public:
    explicit RequestHeadParser(const HeadLimits& limits) : limits_(&limits) {}

    void reset(); // before the first byte of each request
    // `buffer` starts at the request's first byte and only ever grows between two resets; its
    // address may change as long as `need_more` was the last answer.
    ParseStatus parse(std::string_view buffer, RequestHead& head);
    const HeadFault& fault() const { return fault_; }
    bool started() const { return scanned_ > 0; } // saw more than empty lines: idle or stalled?

private:
    ParseStatus fail(int status, const char* detail);

    const HeadLimits* limits_;
    HeadFault fault_;
    std::size_t scanned_ = 0;
    std::size_t line_start_ = 0;
    std::size_t fields_start_ = 0;
};

class ResponseHeadParser {
public:
    explicit ResponseHeadParser(const HeadLimits& limits) : limits_(&limits) {}

    void reset();
    ParseStatus parse(std::string_view buffer, ResponseHead& head);
    const HeadFault& fault() const { return fault_; }

private:
    ParseStatus fail(const char* detail);

    const HeadLimits* limits_;
    HeadFault fault_;
    std::size_t scanned_ = 0;
    std::size_t line_start_ = 0;
    std::size_t fields_start_ = 0;
};

} // namespace weir
