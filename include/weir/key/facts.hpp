#pragma once

#include <weir/base/address.hpp>
#include <weir/http/head.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace weir {

// What {name} segments of the route's pattern took, in order.
struct PathParams {
    static constexpr std::size_t max = 16;
    struct Param {
        std::string_view name;
        std::string_view value; // of the canonical path
    };
    std::array<Param, max> items{};
    std::size_t count = 0;
    bool ignore_case = false; // paths.ignore_case: values that differ only in case are one

    const Param* find(std::string_view name) const;
};

// All that a key source may look at. Views: valid while the request is in the receive buffer.
struct Facts {
    const RequestHead* head = nullptr;
    IpAddress client;      // after trusted proxies
    std::string_view host; // comparable form, "" when there is none
    std::string_view path; // canonical
    PathParams params;
    std::string_view plan; // of the caller; "" when it has none
};

} // namespace weir
