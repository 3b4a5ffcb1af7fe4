#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace weir {

// The head of an HTTP/1.x message as it lies in the receive buffer: everything here is a view into
// those bytes and lives only as long as they stay where they are. Nothing is copied, nothing is
// decoded. What is not in doubt has been checked by the parser (head_parser.hpp).

// Fields that Weir itself acts on; all others are `other`. Names compare without case.
enum class FieldId : std::uint8_t {
    other,
    host,
    connection,
    content_length,
    transfer_encoding,
    content_type,
    content_encoding,
    expect,
    upgrade,
    te,
    trailer,
    keep_alive,
    proxy_connection,
    proxy_authorization,
    proxy_authenticate,
    http2_settings,
    via,
    forwarded,
    x_forwarded_for,
    x_forwarded_proto,
    x_forwarded_host,
    x_forwarded_port,
    x_real_ip,
    x_request_id,
    max_forwards,
    authorization,
    cookie,
    date,
    server,
    retry_after,
    cache_control,
    ratelimit,
    ratelimit_policy,
    ratelimit_limit,
    ratelimit_remaining,
    ratelimit_reset,
    x_ratelimit_limit,
    x_ratelimit_remaining,
    x_ratelimit_reset,
    location,
};

FieldId field_id(std::string_view name);

struct Field {
    std::string_view name;  // a token, spelled as received
    std::string_view value; // surrounding blanks removed
    FieldId id = FieldId::other;
    // Never forwarded: by its nature, because Connection names it, or because it is spelled like a
    // field of Weir's own with '_' for '-' (which some upstreams could not tell apart).
    bool hop_by_hop = false;
};

enum class BodyKind : std::uint8_t {
    none,        // no body follows
    length,      // exactly content_length bytes (may be 0)
    chunked,     // chunk by chunk, then trailers
    until_close, // responses only: to the end of the connection
};

struct RequestHead {
    std::string_view method;
    std::string_view target; // as received
    std::string_view path;   // raw path of the target; "*" for OPTIONS *, "" for authority-form; an
                           // absolute-form target without one gets "/" (static, not in the buffer)
    std::string_view query; // behind '?', without it
    bool has_query = false; // an empty query ("/x?") differs from none
    std::string_view
        authority; // host[:port]: of an absolute-form target, else of Host; may be "" in 1.0
    bool absolute_form = false;
    int minor_version = 1;     // HTTP/1.x; an unknown higher minor counts as 1
    std::vector<Field> fields; // in the order received; capacity is kept from request to request
    BodyKind body = BodyKind::none;
    std::uint64_t content_length = 0;
    bool keep_alive = true; // RFC 9112 9.3; false for every HTTP/1.0 request without keep-alive
    bool expects_continue = false;   // RFC 9110 10.1.1; only with a body, never in 1.0; else the
                                     // field is marked hop_by_hop, so that no upstream acts on it
    bool upgrades_websocket = false; // GET without a body, Connection: Upgrade, Upgrade: websocket
    std::size_t size = 0; // bytes of the head in the buffer, skipped empty lines included

    const Field* find(FieldId id) const; // the first one, or nullptr
};

struct ResponseHead {
    int status = 0;
    std::string_view reason;
    int minor_version = 1;
    std::vector<Field> fields;
    BodyKind body = BodyKind::none; // as for a GET; the caller knows about HEAD
    std::uint64_t content_length = 0;
    bool has_content_length = false; // to be kept on answers to HEAD and on 304; false on 1xx, 204
    bool keep_alive = true;          // whether this upstream connection may serve another request
    std::size_t size = 0;

    const Field* find(FieldId id) const;
};

bool equal_without_case(std::string_view a, std::string_view b); // ASCII only

} // namespace weir
