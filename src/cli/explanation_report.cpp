#include "explanation.hpp"

#include "text_table.hpp"

#include <weir/key/sources.hpp>
#include <weir/limit/limiters.hpp>

#include <nlohmann/json.hpp>

namespace weir {

namespace {

void add_keys(std::string& out, const Explanation& explanation)
{
    if (explanation.keys.empty()) return;
    TextTable table;
    for (const Explanation::Key& key : explanation.keys)
        table.add({key.source.name, key.value ? "'" + *key.value + "'" : "absent", key.from});
    out += "keys\n" + table.print();
}

// "cost 5", "cost 500 reserved, then response_json /usage/total_tokens".
std::string cost_words(const LimitSettings& limit, Cost cost)
{
    std::string words = "cost " + std::to_string(cost);
    if (limit.charge) {
        const ChargeSettings& charge = *limit.charge;
        words = "cost " + std::to_string(charge.reserve) + " reserved, then ";
        switch (charge.kind) {
        case ChargeSettings::Kind::response_header:
            return words + "response_header " + charge.from;
        case ChargeSettings::Kind::response_bytes:
            return words + "one for each " + std::to_string(charge.bytes) + " bytes of the answer";
        case ChargeSettings::Kind::response_json:
            return words + "response_json " + charge.from;
        }
    }
    if (limit.count_status.empty()) return words;
    words += " if the answer is";
    for (const int status : limit.count_status)
        words += " " + std::to_string(status);
    return words;
}

void add_limits(std::string& out, const Explanation& explanation)
{
    if (explanation.limits.empty() && explanation.skipped.empty()) return;
    TextTable table;
    for (const Explanation::Charged& charged : explanation.limits)
        table.add({charged.limit.name, std::string(algorithm_name(charged.limit.limiter.algorithm)),
                   limiter_numbers(charged.limit.limiter), "key " + charged.key,
                   cost_words(charged.limit, charged.cost) +
                       (charged.limit.shadow ? ", in shadow: refuses nobody" : "")});
    for (const std::string& name : explanation.skipped)
        table.add({name, explanation.exempt ? "does not apply: the client is exempt"
                                            : "does not apply: the request has no such key"});
    out += "limits\n" + table.print();
}

} // namespace

std::string to_text(const Explanation& explanation, const AskedRequest& asked)
{
    TextTable table;
    table.add({"request", asked.method_and_target});
    if (!explanation.client.empty())
        table.add({"client", explanation.client + " (" + explanation.client_from + ")"});
    if (explanation.canonical_path) table.add({"canonical path", *explanation.canonical_path});
    if (explanation.route) {
        const RouteSettings& route = *explanation.route;
        table.add({"route", route.name == route.match.path
                                ? route.name
                                : route.name + " (" + route.match.path + ")"});
        table.add({"upstream", route.upstream});
        if (route.shadow) table.add({"mode", "shadow: nobody is refused"});
    }
    std::string outcome = "forwarded if the limits admit it";
    if (explanation.answer) {
        const std::string status = std::to_string(explanation.answer->status);
        outcome = "answered " + status + ": " + explanation.answer->detail;
    } else if (explanation.limits.empty()) {
        outcome = "forwarded; no limit is charged";
    }
    table.add({"outcome", outcome});

    std::string out = table.print();
    add_keys(out, explanation);
    add_limits(out, explanation);
    return out;
}

std::string to_json(const Explanation& explanation)
{
    using Json = nlohmann::ordered_json;
    Json keys = Json::array();
    for (const Explanation::Key& key : explanation.keys)
        keys.push_back({{"name", key.source.name},
                        {"kind", std::string(source_kind_name(key.source.kind))},
                        {"value", key.value ? Json(*key.value) : Json()},
                        {"from", key.from}});
    Json limits = Json::array();
    for (const Explanation::Charged& charged : explanation.limits)
        limits.push_back(
            {{"name", charged.limit.name},
             {"algorithm", std::string(algorithm_name(charged.limit.limiter.algorithm))},
             {"key", charged.key},
             {"cost", charged.cost}});

    Json json;
    json["route"] = explanation.route ? Json(explanation.route->name) : Json();
    json["canonical_path"] =
        explanation.canonical_path ? Json(*explanation.canonical_path) : Json();
    json["keys"] = std::move(keys);
    json["limits"] = std::move(limits);
    if (explanation.answer)
        json["answer"] = {{"status", explanation.answer->status},
                          {"detail", explanation.answer->detail}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace weir
