#pragma once

#include <weir/http/canonical_path.hpp>
#include <weir/http/head.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weir {

// What a valid head is answered before routes are looked at, in this order: methods that Weir does
// not offer, requests to Weir itself (OPTIONS *, Max-Forwards: 0; RFC 9110 9.3.7, 7.6.2), bodies
// that are too large, paths and queries that an upstream could read differently.
struct EarlyAnswer {
    int status = 0; // 0: none; the request goes on to the routes
    const char* detail = "";
    std::string_view path; // then: canonical; in `scratch` or in the head

    bool goes_on() const { return status == 0; }
};
EarlyAnswer early_answer(const RequestHead& head, const PathOptions& paths,
                         const std::optional<std::uint64_t>& max_body, std::string& scratch);

} // namespace weir
