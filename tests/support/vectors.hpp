#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weir {

// The HTTP/1.1 vectors of tests/vectors (their README tells the format), with base64 decoded and
// macros expanded. A test filters them by kind and judges what came against `expect`.

struct VectorExpectation {
    std::string action; // forward, reject, local, close
    std::vector<int> statuses;
    std::string close; // "true", "false", "either"
    std::optional<std::size_t> upstream_requests;
    std::optional<std::string> body;      // of the answer to the client
    std::optional<std::string> client_ip; // "<peer>": the socket's own
    std::string note;
    // Also conforming.
    std::string alt_action;
    std::vector<int> alt_statuses;
    std::optional<std::size_t> alt_upstream_requests;
    std::optional<std::string> alt_body;
};

// What the upstream must receive; absent members are not checked.
struct VectorForwarded {
    std::optional<std::string> method, target, version, body, host, via_suffix;
    std::vector<std::string> headers_present, headers_absent, connection_not_forwarded;
    std::map<std::string, std::string> header_equals;
    std::map<std::string, std::string> header_absent_value;
};

struct HttpVector {
    std::string id;
    std::string kind;
    std::string raw; // bytes to send; for upstream-response: what the upstream answers
    std::string request;
    std::string listener;
    std::string needs;
    std::string then;
    std::string send_body_after_100;
    bool half_close = false;
    bool stall = false;
    bool send_before_request = false;
    std::optional<bool> upstream_reusable;
    std::vector<std::string> client_headers_present;
    std::optional<std::string> key_equals;
    VectorExpectation expect;
    VectorForwarded forwarded;
};

struct AddressVector {
    std::string id;
    std::string kind; // client-ip or limit-key
    std::vector<std::string> trusted;
    std::string peer;
    std::string ip; // limit-key: the client's address
    std::vector<std::pair<std::string, std::string>> headers;
    std::string client_ip; // expected
    std::string key;       // expected, "ADDRESS/PREFIX"
};

std::vector<HttpVector> read_http_vectors();
std::vector<AddressVector> read_address_vectors();

} // namespace weir
