#pragma once

#include "support/temp_dir.hpp"

#include <string>

namespace weir {

// A file with one route of every kind that the verbs tell apart.
class SampleConfig {
public:
    std::string path() const { return path_; }
    std::string write(std::string_view name, std::string_view text) const
    {
        return folder_.write(name, text);
    }

private:
    static constexpr const char* content = R"(
listen: 127.0.0.1:0
trusted_proxies: [10.0.0.0/8]
upstreams: { api: 127.0.0.1:9000 }
keys:
  api_key: { source: header, name: X-Api-Key }
  report: { source: path, param: id }
  pair: { combine: [api_key, report] }
routes:
  - name: reports
    match: { methods: [GET], path: "/v1/reports/{id}" }
    upstream: api
    limits:
      - { name: per-key, key: api_key, algorithm: token_bucket, rate: 10/s, capacity: 20, cost: 5 }
      - name: per-pair
        key: pair
        missing: skip
        algorithm: fixed_window
        limit: 10
        window: 1m
  - name: strict
    match: /strict
    upstream: api
    limits:
      - key: { source: header, name: X-Tenant }
        missing: reject
        algorithm: gcra
        rate: 1/s
        capacity: 2
  - name: trial
    match: /trial
    upstream: api
    limits:
      - { name: window, key: ip, algorithm: fixed_window, limit: 10, window: 1s }
      - { name: bucket, key: ip, algorithm: token_bucket, rate: 10/s, capacity: 20 }
  - name: free
    match: /free
    upstream: api
)";

    TempDir folder_;
    std::string path_ = folder_.write("weir.yaml", content);
};

} // namespace weir
