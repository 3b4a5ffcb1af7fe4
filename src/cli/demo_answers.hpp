#pragma once

#include <weir/base/time.hpp>

#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/message.hpp>

#include <cstdint>
#include <string>
#include <variant>

namespace weir {

// What the demo origin says, apart from how it is sent: from one request to one answer, without
// I/O.

using DemoRequest = boost::beast::http::request_header<>;

// The request's body, already read: its size, and its beginning when that was all.
struct DemoBody {
    static constexpr std::size_t max_text_bytes = 64 * 1024;
    static constexpr std::uint64_t max_bytes = std::uint64_t{1} << 32;

    std::uint64_t size_bytes = 0;
    std::string text; // the whole body if it is at most max_text_bytes, else empty
};

struct DemoText { // a whole answer, after `wait`
    int status = 200;
    std::string content_type;
    std::string text;
    Duration wait{};
};
struct DemoBytes { // `count` bytes of filling
    static constexpr std::uint64_t max_count = std::uint64_t{1} << 32;
    std::uint64_t count = 0;
};
struct DemoEvents { // server-sent events, one each `interval`
    static constexpr std::uint64_t max_count = 1'000'000;
    static constexpr Duration interval = std::chrono::milliseconds(500);
    std::uint64_t count = max_count;
};
using DemoAnswer = std::variant<DemoText, DemoBytes, DemoEvents>;

// Anything that is not one of the special paths is echoed as JSON.
DemoAnswer demo_answer(const DemoRequest& request, const DemoBody& body, const std::string& peer);

} // namespace weir
