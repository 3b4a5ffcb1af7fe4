#pragma once

#include <string>
#include <vector>

namespace weir {

// `response:` of weir.yaml.
struct ResponseSettings {
    enum class HeaderStyle { ratelimit, structured, x_ratelimit };
    enum class Structured { draft11, draft12, both };
    enum class XReset { delta, epoch };
    enum class RetryFormat { seconds, http_date };
    enum class UpstreamHeaders { replace, keep };
    enum class Body { problem, json, text, file };

    std::vector<HeaderStyle> headers{HeaderStyle::ratelimit, HeaderStyle::structured};
    Structured structured = Structured::draft11;
    XReset x_ratelimit_reset = XReset::delta;
    RetryFormat retry_format = RetryFormat::seconds;
    int jitter_permille = 250; // of the wait; 0: none. 0.25 in the file
    int status = 429;
    UpstreamHeaders upstream_headers = UpstreamHeaders::replace;
    Body body = Body::problem;
    std::string file_body; // Body::file: the file's bytes
    std::string file_content_type = "text/plain; charset=utf-8";

    bool operator==(const ResponseSettings&) const = default;
};

} // namespace weir
