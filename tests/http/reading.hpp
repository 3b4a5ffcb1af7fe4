#pragma once

#include <weir/http/canonical_path.hpp>
#include <weir/http/head_parser.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Reads a connection's bytes as the proxy would, but for the sockets: heads, bodies, trailers, one
// message after another. Everything is copied out, so that two readings can be compared.

namespace weir {

struct ReadMessage {
    std::string start; // "METHOD target path ?query authority" or "status reason"
    std::string method, target, path, authority;
    int status = 0;
    std::vector<std::pair<std::string, std::string>> forwarded; // fields but hop-by-hop ones
    std::string body;
    std::string trailers;
    BodyKind kind = BodyKind::none;
    bool complete = false; // with its body
    bool keep_alive = false;
    bool expects_continue = false;
    bool upgrades_websocket = false;

    bool operator==(const ReadMessage&) const = default;
    bool has(std::string_view name) const;
};

struct Reading {
    std::vector<ReadMessage> messages; // with a valid head
    int fault = 0;                     // status of what ended the reading, 0: the bytes did
    std::string detail;
    std::size_t left = 0; // bytes behind the last message, unread

    bool operator==(const Reading&) const = default;
};

std::string describe(const Reading& reading);

// How many bytes come with the next read; at least 1.
using Pieces = std::function<std::size_t()>;
Pieces whole();
Pieces single_bytes();

Reading read_requests(std::string_view bytes, const Pieces& pieces, const HeadLimits& limits = {},
                      const PathOptions& paths = {});
Reading read_responses(std::string_view bytes, const Pieces& pieces, const HeadLimits& limits = {});

} // namespace weir
