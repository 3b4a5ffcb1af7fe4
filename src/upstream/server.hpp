#pragma once

#include <weir/upstream/upstream.hpp>

namespace weir {

struct Upstream::Server {
    Server(const ServerSettings& settings, std::size_t position);

    const ServerSettings* settings;
    std::size_t index;
    std::string authority;
    std::vector<Endpoint> endpoints;
    std::vector<ConnectionPtr> idle; // the last one was used last
    std::size_t in_flight = 0;

    // Names only: when they were last looked up, and who waits for the first answer.
    bool is_name = false;
    bool resolving = false;
    bool resolve_failed = false;
    Instant resolved_at{};
    std::vector<Waiter*> waiting;
};

} // namespace weir
