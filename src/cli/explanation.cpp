#include "explanation.hpp"

#include <weir/decision/gate.hpp>
#include <weir/http/authority.hpp>
#include <weir/http/client_address.hpp>
#include <weir/http/early_answer.hpp>
#include <weir/http/head_parser.hpp>
#include <weir/key/key.hpp>
#include <weir/route/route.hpp>
#include <weir/store/memory_store.hpp>

#include <algorithm>

namespace weir {

namespace {

bool names_field(const std::string& header, std::string_view name)
{
    return equal_without_case(std::string_view(header).substr(0, header.find(':')), name);
}

bool has_host(const AskedRequest& asked)
{
    return std::ranges::any_of(asked.headers,
                               [](const std::string& h) { return names_field(h, "Host"); });
}

// The request as it would arrive.
std::string head_bytes(const AskedRequest& asked)
{
    std::string bytes = asked.method_and_target + " HTTP/1.1\r\n";
    if (!has_host(asked)) bytes += "Host: localhost\r\n";
    for (const std::string& header : asked.headers)
        bytes += header + "\r\n";
    return bytes + "\r\n";
}

void explain_client(const Settings& settings, const AskedRequest& asked, const RequestHead& head,
                    Facts& facts, Explanation& explanation)
{
    facts.client =
        client_address(head, asked.peer, settings.trusted_proxies, settings.client_address);
    explanation.client = facts.client.to_string();
    const std::string field =
        settings.client_address == ClientAddressField::forwarded ? "Forwarded" : "X-Forwarded-For";
    if (!any_contains(settings.trusted_proxies, asked.peer))
        explanation.client_from = "the connection";
    else if (facts.client == asked.peer)
        explanation.client_from =
            "the connection; " + field + " of this trusted proxy names nobody";
    else
        explanation.client_from = field + ", from the trusted proxy " + asked.peer.to_string();
}

void add_key(Explanation& explanation, const SourceSettings& source, const Facts& facts)
{
    const auto same = [&](const Explanation::Key& key) { return key.source == source; };
    if (std::ranges::any_of(explanation.keys, same)) return;
    Explanation::Key key{source, {}, describe_source(source)};
    std::string value;
    if (describe_key(source, facts, value)) key.value = value;
    explanation.keys.push_back(std::move(key));
}

std::string charged_key(const Verdict::Part& part)
{
    switch (part.found.status) {
    case FoundKey::Status::found:
        return part.limit->settings.key.sources[part.found.source].name;
    case FoundKey::Status::address:
        return "ip";
    default:
        return "shared";
    }
}

void explain_limits(const Settings& settings, const Route& route, const Facts& facts,
                    Explanation& explanation)
{
    for (const Limit& limit : route.limits)
        for (const SourceSettings& source : limit.settings.key.sources)
            add_key(explanation, source, facts);
    for (const SourceSettings& source : settings.keys)
        add_key(explanation, source, facts);

    // An empty store: this tells what the file says, not what anybody has used. It admits whatever
    // the file may hold, because a cost that a limit can never admit is an error there.
    MemoryStore store(1);
    std::string scratch;
    Verdict verdict;
    Gate(store, SipSecret{}).look(route, facts, Instant{}, scratch, verdict);
    if (verdict.kind == Verdict::Kind::missing_key) {
        explanation.answer = Explanation::Answer{400, "The request lacks the key that its limit '" +
                                                          verdict.spokesman().limit->settings.name +
                                                          "' needs, or has it twice."};
        return;
    }
    for (std::size_t i = 0; i < verdict.count; ++i) {
        const Verdict::Part& part = verdict.parts[i];
        if (part.found.status == FoundKey::Status::address)
            add_key(explanation, {.name = "ip"}, facts);
        explanation.limits.push_back({part.limit->settings, charged_key(part), part.cost});
    }
    explanation.exempt = any_contains(route.settings.exempt, facts.client);
    for (const Limit& limit : route.limits) {
        const auto named = [&](const auto& charged) {
            return charged.limit.name == limit.settings.name;
        };
        if (std::ranges::none_of(explanation.limits, named))
            explanation.skipped.push_back(limit.settings.name);
    }
}

} // namespace

Explanation explain_request(const Settings& settings, const AskedRequest& asked)
{
    Explanation explanation;
    const std::string bytes = head_bytes(asked);
    RequestHead head;
    RequestHeadParser parser(settings.head_limits);
    if (parser.parse(bytes, head) != ParseStatus::complete) {
        explanation.answer = Explanation::Answer{parser.fault().status, parser.fault().detail};
        return explanation;
    }

    // From here on the head is valid.
    Facts facts;
    facts.head = &head;
    explain_client(settings, asked, head, facts, explanation);
    std::string path_scratch;
    const EarlyAnswer early = early_answer(head, settings.paths, settings.max_body, path_scratch);
    if (!early.goes_on()) {
        explanation.answer = Explanation::Answer{early.status, early.detail};
        return explanation;
    }
    explanation.canonical_path = std::string(early.path);

    std::string host_scratch;
    facts.host = comparable_host(head.authority, host_scratch);
    facts.path = *explanation.canonical_path;
    const RouteTable table(settings.routes, settings.paths);
    const RouteTable::Match match = table.match(head.method, facts.host, facts.path, facts.params);
    if (match.route) {
        explanation.route = match.route->settings;
        explain_limits(settings, *match.route, facts, explanation);
    } else if (match.path_known) {
        explanation.answer =
            Explanation::Answer{405, "No route takes this method here; allowed: " +
                                         table.allowed_methods(facts.host, facts.path) + "."};
    } else {
        explanation.answer = Explanation::Answer{404, "No route takes this request."};
    }
    return explanation;
}

} // namespace weir
