#pragma once

#include "keys.hpp"
#include "value.hpp"

#include <weir/config/settings.hpp>

namespace weir {

// One reader per section of weir.yaml, each in a file of its name. A reader reports all that is
// wrong and fills in what is right; the settings count only when nothing was reported.
void read_listen(const Value& section, Settings& settings);
void read_trusted_proxies(const Value& section, Settings& settings);
void read_client_address(const Value& section, Settings& settings);
void read_threads(const Value& section, Settings& settings);
void read_timeouts(const Value& section, Settings& settings);
void read_request_limits(const Value& section, Settings& settings);
void read_paths(const Value& section, Settings& settings);
void read_upstreams(const Value& section, Settings& settings);
void read_response(const Value& section, Settings& settings);
void read_memory_store(const Value& section, Settings& settings);
void read_log(const Value& section, Settings& settings);

// `upstreams`: the section that a route's upstream must be found in; absent when it is missing.
void read_routes(const Value& section, const Keys& keys, const std::optional<Value>& upstreams,
                 Settings& settings);

// The limits of one route that matches `match`.
std::vector<LimitSettings> read_limits(const Value& section, const Keys& keys,
                                       const MatchSettings& match);

// A network, or an address; the two others are examples for what is said of anything else.
std::optional<IpNetwork> read_network(const Value& value, const std::string& address,
                                      const std::string& network);

// "enforce" or "shadow": whether it is the latter.
bool read_shadow(const Value& value);

// A duration above zero and of a length that a timer makes sense of.
void read_timeout(const Value& value, Duration& timeout);

// A status that may stand on a refusal.
std::optional<int> read_refusal_status(const Value& value);

} // namespace weir
