#pragma once

#include <weir/http/head_parser.hpp>

#include <string>

// A request head parsed in one piece, for tests of the request head's parts.

namespace weir {

struct ParsedRequest {
    ParseStatus status = ParseStatus::need_more;
    HeadFault fault;
    RequestHead head;
};

// The head's views point into `bytes`.
inline ParsedRequest parse(std::string_view bytes, const HeadLimits& limits = {})
{
    ParsedRequest parsed;
    RequestHeadParser parser(limits);
    parser.reset();
    parsed.status = parser.parse(bytes, parsed.head);
    parsed.fault = parser.fault();
    return parsed;
}

inline int fault_of(const std::string& bytes, const HeadLimits& limits = {})
{
    const ParsedRequest parsed = parse(bytes, limits);
    return parsed.status == ParseStatus::faulty ? parsed.fault.status : 0;
}

inline std::string get(const std::string& fields)
{
    return "GET / HTTP/1.1\r\nHost: a.test\r\n" + fields + "\r\n";
}

} // namespace weir
