#include "names.hpp"
#include "sections.hpp"
#include "token.hpp"

#include <weir/http/authority.hpp>
#include <weir/route/route.hpp>

#include <algorithm>

namespace weir {

namespace {

constexpr std::size_t most_routes = 10'000; // matching walks through them

void read_path(const Value& value, std::string& path)
{
    const auto text = value.name();
    if (!text) return;
    if (const std::string fault = pattern_fault(*text); !fault.empty())
        value.error("not_a_pattern", in_quotes(*text) + " is not a path pattern: " + fault);
    else
        path = *text;
}

void read_method(const Value& value, std::vector<std::string>& methods)
{
    const auto text = value.name();
    if (!text) return;
    std::string capitals = *text;
    std::transform(capitals.begin(), capitals.end(), capitals.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    if (!is_token(*text))
        value.error("not_a_method", in_quotes(*text) + " is not a method; write one such as GET");
    else if (capitals != *text)
        value.error("not_a_method",
                    in_quotes(*text) + " is not a method; they are in capitals: " + capitals);
    else if (*text == "CONNECT" || *text == "TRACE")
        value.error("not_a_method", *text + " is never let through, so no route can match it");
    else if (std::find(methods.begin(), methods.end(), *text) == methods.end())
        methods.push_back(*text);
}

void read_host(const Value& value, std::string& host)
{
    const auto text = value.name();
    if (!text) return;
    std::string scratch;
    const std::size_t bracket = text->rfind(']');
    const std::size_t colon = text->rfind(':');
    const bool has_port =
        colon != std::string::npos && (bracket == std::string::npos || colon > bracket);
    if (text->find('*') != std::string::npos || has_port || !valid_authority(*text))
        value.error("not_a_host", in_quotes(*text) +
                                      " is not a host name; write one without port and "
                                      "wildcard, such as api.example.com");
    else
        host = comparable_host(*text, scratch);
}

MatchSettings read_match(const Value& value)
{
    MatchSettings match;
    if (!value.is_map()) {
        if (value.is_scalar())
            read_path(value, match.path);
        else
            value.expected("not_a_pattern", "a path such as /api/**, or { methods, path, host }");
        return match;
    }
    Fields fields(value);
    if (const auto path = fields.require("path", "write a path such as /api/**, or /** for all"))
        read_path(*path, match.path);
    if (const auto methods = fields.find("methods")) {
        for (const Value& item : methods->items_or_one())
            read_method(item, match.methods);
        if (methods->is_list() && methods->node().items.empty())
            methods->error("no_value", "an empty list; leave it out to match every method");
    }
    if (const auto host = fields.find("host")) read_host(*host, match.host);
    fields.finish();
    return match;
}

std::string read_upstream(const Value& value, const std::vector<std::string_view>& known)
{
    const auto text = value.text();
    if (!text) return "";
    if (!std::binary_search(known.begin(), known.end(), std::string_view(*text)))
        value.error("unknown_upstream", unknown_name("upstream", *text, known));
    return *text;
}

// Networks; consumers when there are some.
void read_exempt(const Value& section, std::vector<IpNetwork>& exempt)
{
    for (const Value& item : section.items_or_one()) {
        if (item.is_scalar() && item.node().text.starts_with("consumer:"))
            item.error("not_yet", "consumers are not in this version of weir yet; write networks");
        else if (const auto network = read_network(item, "192.0.2.7", "192.0.2.0/24"))
            exempt.push_back(*network);
    }
}

// A charge that looks into answers looks for one thing.
void check_pointers(const Value& section, const std::vector<LimitSettings>& limits)
{
    const ChargeSettings* first = nullptr;
    for (const LimitSettings& limit : limits) {
        if (!limit.charge || limit.charge->kind != ChargeSettings::Kind::response_json) continue;
        if (first == nullptr) first = &*limit.charge;
        if (limit.charge->from != first->from)
            section.error("two_pointers", "the limits of a route look for one number in its "
                                          "answers: write the same response_json in all of them");
    }
}

void refuse_later_fields(Fields& fields)
{
    fields.not_yet("priority", "normal");
    fields.not_yet("cors", "false");
    for (const std::string_view later : {"require", "ban", "idempotency"})
        fields.not_yet(later);
}

} // namespace

bool read_shadow(const Value& value)
{
    return value.choice<bool>({{"enforce", false}, {"shadow", true}}).value_or(false);
}

void read_routes(const Value& section, const Keys& keys, const std::optional<Value>& upstreams,
                 Settings& settings)
{
    const std::vector<Value> items = section.items();
    if (section.is_list() && items.empty())
        section.error("no_value", "an empty list; write at least one route");
    if (items.size() > most_routes) {
        section.error("too_many", "there may be " + std::to_string(most_routes) + " routes");
        return;
    }
    std::vector<std::string_view> known;
    if (upstreams)
        for (const Node::Field& field : upstreams->node().fields)
            known.push_back(field.name);
    std::sort(known.begin(), known.end());
    std::vector<std::string> patterns;
    Names names("route");
    for (const Value& item : items) {
        Fields fields(item);
        if (!fields.usable()) continue;
        RouteSettings route;
        names.add(fields.find("name"));
        if (const auto match = fields.require("match", "write a path, such as 'match: /**'"))
            route.match = read_match(*match);
        const auto upstream = fields.require("upstream", "write the name of one of 'upstreams:'");
        // Without upstreams at all there is one error about that, not one per route.
        if (upstream && upstreams && upstreams->is_map())
            route.upstream = read_upstream(*upstream, known);
        if (const auto limits = fields.find("limits")) {
            route.limits = read_limits(*limits, keys, route.match);
            check_pointers(*limits, route.limits);
        }
        if (const auto mode = fields.find("mode")) route.shadow = read_shadow(*mode);
        if (const auto exempt = fields.find("exempt")) read_exempt(*exempt, route.exempt);
        refuse_later_fields(fields);
        fields.finish();
        patterns.push_back(route.match.path);
        settings.routes.push_back(std::move(route));
    }
    const std::vector<std::string> complete_names = names.complete(patterns);
    for (std::size_t i = 0; i < settings.routes.size(); ++i)
        settings.routes[i].name = complete_names[i];
}

} // namespace weir
