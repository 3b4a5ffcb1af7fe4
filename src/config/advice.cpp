#include "report.hpp"

#include <weir/config/load.hpp>
#include <weir/limit/limiters.hpp>
#include <weir/route/route.hpp>

#include <algorithm>
#include <array>

namespace weir {

namespace {

using Kind = SourceSettings::Kind;

constexpr std::int64_t long_log = 10'000;    // units of a sliding log: eight bytes each, per key
constexpr int one_subscriber_ipv6_bits = 64; // what one subscriber usually holds (RFC 6177)

class Advice {
public:
    explicit Advice(const Settings& settings) : settings_(settings) {}

    std::vector<Finding> give()
    {
        about_addresses();
        about_upstreams();
        about_response();
        for (std::size_t i = 0; i < settings_.routes.size(); ++i)
            about_route(i);
        std::stable_sort(findings_.begin(), findings_.end(), [](const auto& a, const auto& b) {
            return std::pair(a.line, a.column) < std::pair(b.line, b.column);
        });
        return std::move(findings_);
    }

private:
    void say(const std::string& path, const char* code, const std::string& text)
    {
        Finding finding{.file = settings_.file,
                        .severity = Finding::Severity::advice,
                        .code = code,
                        .message = path + ": " + text};
        if (const auto at = settings_.positions.find(path); at != settings_.positions.end()) {
            finding.line = at->second.line;
            finding.column = at->second.column;
        }
        findings_.push_back(std::move(finding));
    }

    bool written(const std::string& path) const { return settings_.positions.contains(path); }

    void about_addresses()
    {
        for (const IpNetwork& network : settings_.trusted_proxies)
            if (network.to_string().ends_with("/0"))
                say("trusted_proxies", "trusts_everyone",
                    network.to_string() + " trusts everybody, so any client can claim any address; "
                                          "name only your own proxies");
        const auto awaits_proxy = [](const ListenSettings& listener) {
            return listener.proxy_protocol && listener.unix_path.empty();
        };
        if (settings_.trusted_proxies.empty() &&
            std::any_of(settings_.listen.begin(), settings_.listen.end(), awaits_proxy))
            say("listen", "proxy_protocol_from_nobody",
                "proxy_protocol takes connections from trusted_proxies only, and there are none; "
                "every connection will be closed");
        for (const SourceSettings& key : settings_.keys)
            if (key.kind == Kind::ip && key.ipv6_prefix > one_subscriber_ipv6_bits)
                say("keys." + key.name, "ipv6_prefix_too_long",
                    "one subscriber holds a whole /64 and can take a fresh address for every "
                    "request; write ipv6_prefix: 64 or less");
    }

    void about_upstreams()
    {
        for (const UpstreamSettings& upstream : settings_.upstreams)
            if (upstream.keepalive == 0)
                say("upstreams." + upstream.name, "no_keepalive",
                    "keepalive: 0 opens a connection for every request");
    }

    void about_response()
    {
        if (settings_.response.jitter_permille == 0 && written("response.retry_after.jitter"))
            say("response.retry_after.jitter", "no_jitter",
                "without jitter, clients that were refused together come back together");
    }

    void about_route(std::size_t index)
    {
        const RouteSettings& route = settings_.routes[index];
        const std::string path = "routes[" + std::to_string(index) + "]";
        const int earlier = shadowing_route(settings_.routes, index, settings_.paths);
        if (earlier >= 0)
            say(path, "route_never_matches",
                "route " + in_quotes(route.name) + " can never match: " +
                    in_quotes(settings_.routes[static_cast<std::size_t>(earlier)].name) +
                    " above takes all of it");
        for (std::size_t i = 0; i < route.limits.size(); ++i)
            about_limit(route, i, path + ".limits[" + std::to_string(i) + "]");
    }

    void about_limit(const RouteSettings& route, std::size_t index, const std::string& path)
    {
        const LimitSettings& limit = route.limits[index];
        if (limit.limiter.algorithm == Algorithm::sliding_window_log &&
            limit.limiter.limit > long_log)
            say(path, "long_log",
                "sliding_window_log keeps a time for each of " +
                    std::to_string(limit.limiter.limit) +
                    " requests of each key; sliding_window_counter keeps two numbers");
        if (!limit.plans.empty())
            say(path + ".plans", "nobody_has_a_plan",
                "callers have plans through a consumers file, which is not in this version of weir "
                "yet; until then everybody gets the limit's own numbers");
        for (const SourceSettings& source : limit.key.sources)
            about_field(source, path);
        if (bounded_otherwise(route)) return;
        about_fresh_buckets(limit, path);
    }

    // Fields that proxies write and callers can write as well.
    void about_field(const SourceSettings& source, const std::string& path)
    {
        constexpr std::array<std::string_view, 5> address_fields{
            "x-forwarded-for", "forwarded", "x-real-ip", "true-client-ip", "cf-connecting-ip"};
        std::string name = source.argument;
        std::transform(name.begin(), name.end(), name.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
        if (source.kind == Kind::header &&
            std::find(address_fields.begin(), address_fields.end(), name) != address_fields.end())
            say(path + ".key", "address_from_header",
                "anybody can send the header " + in_quotes(source.argument) +
                    "; use the key ip, and trusted_proxies for your own proxies");
        for (const SourceSettings& part : source.parts)
            about_field(part, path);
    }

    // What nobody checks before the limit does: a caller may send another one each time.
    static bool chosen_by_caller(const SourceSettings& source)
    {
        if (source.kind == Kind::combine)
            return std::any_of(source.parts.begin(), source.parts.end(), chosen_by_caller);
        return source.kind != Kind::ip && source.kind != Kind::global;
    }

    // Whether some limit of the route holds a caller whatever it sends.
    static bool bounded_otherwise(const RouteSettings& route)
    {
        return std::any_of(route.limits.begin(), route.limits.end(),
                           [](const LimitSettings& limit) {
                               return std::none_of(limit.key.sources.begin(),
                                                   limit.key.sources.end(), chosen_by_caller);
                           });
    }

    void about_fresh_buckets(const LimitSettings& limit, const std::string& path)
    {
        const std::string remedy = "; add a limit with key ip to this route";
        const auto chosen =
            std::find_if(limit.key.sources.begin(), limit.key.sources.end(), chosen_by_caller);
        if (chosen == limit.key.sources.end()) return;
        if (chosen->kind == Kind::combine)
            say(path + ".key", "pair_multiplies",
                "a combination has one bucket for each pair, and a caller that varies " +
                    varied_part(*chosen) + " gets a fresh one each time" + remedy);
        else if (limit.key.missing == Missing::skip)
            say(path + ".key", "free_without_key",
                "with missing: skip, who leaves " + in_quotes(chosen->name) +
                    " out is not limited at all" + remedy);
        else
            say(path + ".key", "fresh_bucket_at_will",
                "a caller that sends another " + in_quotes(chosen->name) +
                    " gets a fresh bucket each time" + remedy);
    }

    static std::string varied_part(const SourceSettings& combination)
    {
        const auto part =
            std::find_if(combination.parts.begin(), combination.parts.end(), chosen_by_caller);
        return in_quotes(part->name);
    }

    const Settings& settings_;
    std::vector<Finding> findings_;
};

} // namespace

std::vector<Finding> advice(const Settings& settings)
{
    return Advice(settings).give();
}

} // namespace weir
