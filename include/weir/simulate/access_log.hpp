#pragma once

#include <weir/base/address.hpp>
#include <weir/base/result.hpp>
#include <weir/base/time.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

// One request of an access log, told again as it came over the wire.
struct LoggedRequest {
    Instant at;
    bool has_fraction = false; // the log gave more than whole seconds
    IpAddress peer;            // whom the log calls the client
    int status = 0;            // that it was answered with; 0: not told
    // A request head for the real parser, made of what the log knows: request line, Host, and the
    // fields that were logged. Where the log does not tell the host, it is an HTTP/1.0 head without
    // one. Whom the log calls the user stands as the value of Authorization when that field itself
    // was not logged (or only as "REDACTED"): one user, one value.
    std::string head;
};

// An access log, in order of time.
struct AccessLog {
    struct Malformed {
        std::uint64_t line = 0; // from 1
        std::string reason;
    };
    static constexpr std::size_t most_told = 5;

    std::vector<LoggedRequest> requests;
    std::uint64_t malformed = 0;
    std::vector<Malformed> first_malformed; // at most most_told
    std::uint64_t others = 0;               // JSON lines about something else than a request
    // The log has whole seconds only: the requests of each second were spread evenly within it,
    // in the file's order.
    bool spread = false;
};

// Told now and then how much of the work is done.
using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;

// Reads lines of Common or Combined Log Format (also with the virtual host in front, and with
// nginx's X-Forwarded-For behind) and JSON objects with the field names of Weir, nginx, Caddy,
// Traefik and Envoy; both may be mixed. Lines that cannot be read are counted, not fatal; an error
// is a text without a single request, more than most_arrivals of them, or compressed. `name` stands
// in messages. Logs are written when requests end, so lines may be out of order: they are sorted
// by time, those of one moment stay as they are in the file.
Result<AccessLog> read_access_log(std::string_view text, std::string_view name,
                                  const Progress& progress = {});

} // namespace weir
