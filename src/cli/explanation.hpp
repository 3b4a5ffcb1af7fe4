#pragma once

#include <weir/config/settings.hpp>

#include <optional>
#include <string>
#include <vector>

namespace weir {

// What Weir would make of one request, found out by the very code that serves: parser, canonical
// path, routes, keys and gate. Nothing is charged.
struct AskedRequest {
    std::string method_and_target;    // "GET /v1/reports/7"
    std::vector<std::string> headers; // "Name: value"; without a Host, localhost is one
    IpAddress peer;                   // who connects; trusted_proxies decide who the client is
};

struct Explanation {
    struct Key {
        SourceSettings source;
        std::optional<std::string> value; // absent: the request has no such key
        std::string from;                 // "header X-Api-Key"
    };
    struct Charged {
        LimitSettings limit;
        std::string key; // the name of the key that is charged; "shared" for all without one
        Cost cost = 1;
    };
    // Set when Weir answers the request itself: what comes to light before anything is counted.
    struct Answer {
        int status = 0;
        std::string detail;
    };

    std::string client;
    std::string client_from;
    std::optional<std::string> canonical_path;
    std::optional<RouteSettings> route;
    std::vector<Key> keys;            // of the route's limits, then others named in the file
    std::vector<Charged> limits;      // that would be charged
    std::vector<std::string> skipped; // names of limits that do not apply to this request
    bool exempt = false;              // why they do not
    std::optional<Answer> answer;
};

Explanation explain_request(const Settings& settings, const AskedRequest& asked);

std::string to_text(const Explanation& explanation, const AskedRequest& asked);
std::string to_json(const Explanation& explanation);

} // namespace weir
