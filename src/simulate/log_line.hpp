#pragma once

#include <weir/simulate/access_log.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weir {

// What one line of an access log says, before it is known to make sense. Empty: not told.
struct LogLine {
    // More than any limit on heads that makes sense, so that the parser of heads has the last word.
    static constexpr std::size_t most_fields = 1000;

    std::string_view time; // as written, in any of the forms of parse_log_time
    int status = 0;        // of the answer
    std::string client;    // an address, perhaps in brackets or with a port
    std::string method;
    std::string target;
    std::string host;
    std::string user;
    std::vector<std::pair<std::string, std::string>> fields; // of the request's head

    // Adds a line of a field unless the log marks it as not known ("-", "REDACTED").
    void add_field(std::string_view name, std::string_view value);
    // The same for a field that is known from elsewhere too: not when it is there already.
    void add_field_once(std::string_view name, std::string_view value);
};

// A moment and how exactly it was told.
struct LogTime {
    Instant at;
    bool has_fraction = false;

    bool operator==(const LogTime&) const = default;
};

// "10/Oct/2000:13:55:36 -0700"; "2000-10-10T13:55:36.123Z" with any offset; or a count since 1970
// in seconds, which may have decimals, or in whole milli-, micro- or nanoseconds, told apart by
// their size. From 1970 to 2200.
std::optional<LogTime> parse_log_time(std::string_view text);

// "203.0.113.7", "203.0.113.7:5000", "[2001:db8::1]:5000", "fe80::1%eth0".
std::optional<IpAddress> parse_log_address(std::string_view text);

// "GET /x HTTP/1.1" into method and target; false when it is none (nginx logs "" or "-" for
// connections that ended before a request came).
bool split_request_line(std::string_view text, LogLine& line);

// One line as a request; the error is without its place.
Result<LoggedRequest> request_of(const LogLine& line);
// Of Common or Combined Log Format.
Result<LoggedRequest> read_clf_line(std::string_view line);
// Nothing when the line is sound JSON about something else than a request.
Result<std::optional<LoggedRequest>> read_json_line(std::string_view line);

} // namespace weir
