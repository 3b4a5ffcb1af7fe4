#pragma once

namespace weir {

// Every field that this version reads, with values that differ from the defaults.
inline constexpr const char* full_file = R"(listen:
  - address: 0.0.0.0:8080
    proxy_protocol: true
  - unix:/run/weir.sock
trusted_proxies: [127.0.0.0/8, "2001:db8::/32"]
client_address: forwarded
threads: 3
timeouts: { header: 1s, body: 2s, idle: 3s, write: 4s, drain: 5m }
request_limits: { line: 4KiB, header_bytes: 16KiB, headers: 50, body: 10MiB }
paths: { encoded_slash: keep, ignore_case: true, trailing_slash: distinct, parameters: strip,
         forward: as_received }
upstreams:
  api:
    servers:
      - { address: "10.0.0.5:9000", weight: 1 }
      - { address: "api.internal:9000" }
    balance: least_requests
    keepalive: 16
    connect_timeout: 500ms
    response_timeout: 10s
    retries: 2
  other: unix:/run/other.sock
keys:
  client_net: { source: ip, ipv4_prefix: 24, ipv6_prefix: 56 }
  api_key: { source: header, name: X-Api-Key, normalize: [trim, lowercase] }
  session: { source: cookie, name: sid }
  report: { source: path, param: id }
  q: { source: query, param: api_key }
  pair: { combine: [client_net, report] }
x-defaults: &defaults { algorithm: token_bucket, rate: 10/s, capacity: 20 }
routes:
  - name: reports
    match: { methods: [GET, POST], path: "/v1/reports/{id}", host: api.example.com }
    upstream: api
    priority: normal
    mode: enforce
    limits:
      - { name: burst, key: [api_key, client_net], <<: *defaults, cost: 5,
          missing: reject, status: 503 }
      - { name: pairs, key: pair, algorithm: fixed_window, limit: 5, window: 1m, align: key }
      - { key: { source: cookie, name: sid }, algorithm: sliding_window_log, limit: 7,
          window: 15m, scope: local }
      - { key: global, algorithm: sliding_window_counter, limit: 1000, window: 1h }
      - { key: ip, algorithm: gcra, rate: "${RATE:-600/m}", capacity: 2 }
  - match: /queue
    upstream: api
    mode: shadow
    exempt: [192.0.2.0/24, "2001:db8:1::/48"]
    limits:
      - { name: held, key: ip, algorithm: leaky_bucket, rate: 10/s, capacity: 20, delay_after: 3,
          max_delay: 750ms, plans: { gold: { rate: 100/s, capacity: 50 } } }
      - { name: slots, key: global, algorithm: concurrency, limit: 30 }
      - { name: tokens, key: api_key, <<: *defaults, mode: shadow, spread: true,
          charge: { response_json: /usage/total, reserve: 5 } }
      - { name: bytes, key: api_key, <<: *defaults, charge: { response_bytes: 4KiB } }
      - { name: asked, key: ip, <<: *defaults, cost: { request_header: X-Cost, max: 10 } }
      - { name: size, key: ip, <<: *defaults, cost: { request_bytes: 1KiB } }
      - { name: logins, key: ip, algorithm: fixed_window, limit: 5, window: 1h,
          count: { status: [401, 403] } }
  - { match: /**, upstream: other }
response:
  headers: [x_ratelimit, structured]
  structured: both
  x_ratelimit_reset: epoch
  retry_after: { format: http_date, jitter: 0.125 }
  status: 503
  body: json
  upstream_headers: keep
memory_store: { max_keys: 1000 }
log: { level: debug, format: json, access: sample:0.5%, decisions: all, keys: plain }
)";

} // namespace weir
