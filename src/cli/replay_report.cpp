#include "replay_report.hpp"

#include "simulation_report.hpp"
#include "text_table.hpp"

#include <weir/key/key.hpp>
#include <weir/key/sources.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace weir {

namespace {

using Json = nlohmann::ordered_json;

std::string counted(std::uint64_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

const char* consequence(Missing missing)
{
    switch (missing) {
    case Missing::ip:
        return "their address stood in (missing: ip)";
    case Missing::reject:
        return "answered 400 (missing: reject)";
    case Missing::shared:
        return "they shared one bucket (missing: shared)";
    case Missing::skip:
        return "the limit did not apply (missing: skip)";
    }
    return "";
}

std::string refused_keys(const SimulationReport& route)
{
    TextTable table;
    table.add({"limit", "refused", "key"});
    bool any = false;
    for (const SimulationReport::LimitCount& limit : route.limits)
        for (const SimulationReport::RefusedKey& key : limit.refused_keys) {
            table.add({limit.name, std::to_string(key.refused), key.key});
            any = true;
        }
    return any ? "\nkeys refused most\n" + table.print() : "";
}

std::string route_text(const SimulationReport& route)
{
    std::string out = "\n" + to_text(route) + refused_keys(route);
    std::string notes;
    if (route.missing_key > 0)
        notes += "  " + counted(route.missing_key, "request") + " answered 400 for lack of a key\n";
    for (const SimulationReport::LimitCount& limit : route.limits)
        for (const std::string& note : lacking_notes(limit))
            notes += "  " + printable(note) + "\n";
    if (route.exempt > 0)
        out += "\n  " + counted(route.exempt, "request") + " of clients that are exempt\n";
    return notes.empty() ? out : out + "\nkeys that the log does not have\n" + notes;
}

Json limit_details(const SimulationReport::LimitCount& limit)
{
    Json lacking = Json::array();
    for (std::size_t i = 0; i < limit.lacking.size(); ++i)
        lacking.push_back({{"key", limit.key.sources[i].name}, {"requests", limit.lacking[i]}});
    Json keys = Json::array();
    for (const SimulationReport::RefusedKey& key : limit.refused_keys)
        keys.push_back({{"key", key.key}, {"refused", key.refused}});
    return {{"lacking", std::move(lacking)},
            {"missing", missing_name(limit.key.missing)},
            {"refused_keys", std::move(keys)}};
}

Json route_object(const SimulationReport& route, bool compared)
{
    Json json = to_object(route, compared);
    json["missing_key"] = route.missing_key;
    json["exempt"] = route.exempt;
    for (std::size_t i = 0; i < route.limits.size(); ++i)
        json["limits"][i].update(limit_details(route.limits[i]));
    return json;
}

// The moment as the log told it: without the fraction that spreading made up.
std::string told_time(const AccessLog& log, const LoggedRequest& request)
{
    return print_utc(log.spread ? std::chrono::floor<std::chrono::seconds>(request.at)
                                : request.at);
}

Json log_object(const AccessLog& log, const ReplayReport& report)
{
    Json malformed = Json::array();
    for (const AccessLog::Malformed& line : log.first_malformed)
        malformed.push_back({{"line", line.line}, {"reason", line.reason}});
    return {{"requests", report.requests},
            {"first", told_time(log, log.requests.front())},
            {"last", told_time(log, log.requests.back())},
            {"spread_within_seconds", log.spread},
            {"malformed", log.malformed},
            {"first_malformed", std::move(malformed)},
            {"other_lines", log.others},
            {"no_route", report.no_route},
            {"wrong_method", report.wrong_method},
            {"answered_early", report.answered_early},
            {"other_routes", report.other_routes},
            {"without_host", report.without_host}};
}

} // namespace

std::string to_text(const AccessLog& log, const ReplayReport& report)
{
    std::string out;
    for (const std::string& note : replay_notes(log, report))
        out += printable(note) + "\n";
    for (const SimulationReport& route : report.routes)
        out += route_text(route);
    return out;
}

std::string to_json(const AccessLog& log, const ReplayReport& report,
                    const ReplaySettings& settings)
{
    Json json = Json::object();
    if (!settings.only_route.empty()) {
        json = route_object(report.routes.front(), settings.compare);
    } else {
        Json& routes = json["routes"] = Json::array();
        for (const SimulationReport& route : report.routes)
            routes.push_back(route_object(route, settings.compare));
    }
    json["log"] = log_object(log, report);
    return print_json(json);
}

std::vector<std::string> replay_notes(const AccessLog& log, const ReplayReport& report)
{
    std::vector<std::string> notes;
    notes.push_back(counted(report.requests, "request") + " from " +
                    told_time(log, log.requests.front()) + " to " +
                    told_time(log, log.requests.back()));
    const auto add = [&](std::uint64_t count, const char* noun, const std::string& what) {
        if (count > 0) notes.push_back(counted(count, noun) + " " + what);
    };
    if (log.spread)
        notes.push_back("times are whole seconds: the requests of each second were spread evenly "
                        "within it");
    add(report.no_route, "request", "found no route (404)");
    add(report.wrong_method, "request", "found no route for the method (405)");
    add(report.answered_early, "request", "answered before any route (400 and the like)");
    add(report.other_routes, "request", "went to other routes");
    add(report.without_host, "request",
        "without a host in the log: not for routes that are for one host");
    add(log.others, "line", "about something else than a request");
    add(log.malformed, "line", "could not be read:");
    for (const AccessLog::Malformed& line : log.first_malformed)
        notes.push_back("  line " + std::to_string(line.line) + ": " + line.reason);
    return notes;
}

std::vector<std::string> lacking_notes(const SimulationReport::LimitCount& limit)
{
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < limit.lacking.size(); ++i) {
        if (limit.lacking[i] == 0) continue;
        const SourceSettings& source = limit.key.sources[i];
        const bool last = i + 1 == limit.lacking.size();
        notes.push_back(limit.name + ": " + counted(limit.lacking[i], "request") + " had no " +
                        source.name + " (" + describe_source(source) + "); " +
                        (last ? consequence(limit.key.missing) : "the next key was tried"));
    }
    return notes;
}

std::string print_utc(Instant at)
{
    const std::int64_t milliseconds = nanoseconds_of(at) / 1'000'000;
    const std::time_t seconds = milliseconds / 1000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[40];
    std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    if (milliseconds % 1000 != 0)
        size += static_cast<std::size_t>(std::snprintf(text + size, sizeof text - size, ".%03d",
                                                       static_cast<int>(milliseconds % 1000)));
    return std::string(text, size) + "Z";
}

} // namespace weir
