#include "limit_costs.hpp"
#include "limit_numbers.hpp"
#include "names.hpp"
#include "sections.hpp"

#include <weir/limit/limiters.hpp>

#include <algorithm>

namespace weir {

namespace {

const AlgorithmInfo* read_algorithm(const Value& value)
{
    std::vector<std::string_view> names;
    for (const AlgorithmInfo& info : algorithms) {
        if (value.is(info.name)) return &info;
        names.push_back(info.name);
    }
    if (value.is("quota")) {
        value.error("not_yet",
                    "the algorithm 'quota' is not in this version of weir yet; there is " +
                        alternatives(names));
        return nullptr;
    }
    if (value.is_scalar() && !value.node().text.empty())
        value.error("unknown_algorithm", unknown_name("algorithm", value.node().text, names));
    else
        value.expected("no_value", alternatives(names));
    return nullptr;
}

// The names of the {name} segments of a pattern.
std::vector<std::string_view> path_params(std::string_view pattern)
{
    std::vector<std::string_view> params;
    for (std::size_t at; (at = pattern.find('{')) != std::string_view::npos;) {
        const std::size_t end = pattern.find('}', at);
        if (end == std::string_view::npos) break;
        params.push_back(pattern.substr(at + 1, end - at - 1));
        pattern.remove_prefix(end + 1);
    }
    return params;
}

// A key from a path segment can only be had where the route's pattern has that segment.
void check_path_key(const SourceSettings& source, const Value& key, const MatchSettings& match)
{
    for (const SourceSettings& part : source.parts)
        check_path_key(part, key, match);
    if (source.kind != SourceSettings::Kind::path || match.path.empty()) return;
    const auto params = path_params(match.path);
    if (std::find(params.begin(), params.end(), source.argument) == params.end())
        key.error("unknown_param", "the route's path " + in_quotes(match.path) +
                                       " has no segment {" + source.argument + "}");
}

void read_key(Fields& fields, const Keys& keys, const MatchSettings& match, KeySettings& into)
{
    if (const auto key = fields.require(
            "key", "write who shares the limit: ip for each client address, global for all callers "
                   "together, or a key of 'keys:'")) {
        into.sources = keys.resolve(*key);
        for (const SourceSettings& source : into.sources)
            check_path_key(source, *key, match);
    }
    if (const auto missing = fields.find("missing"))
        into.missing = missing
                           ->choice<Missing>({{"ip", Missing::ip},
                                              {"reject", Missing::reject},
                                              {"shared", Missing::shared},
                                              {"skip", Missing::skip}})
                           .value_or(into.missing);
}

// Numbers for callers of a plan, of the limit's own algorithm.
void read_plans(const Value& section, const AlgorithmInfo& info, LimitSettings& limit)
{
    for (const Value& entry : section.entries()) {
        PlanSettings plan{std::string(entry.field_name()), {}};
        Fields fields(entry);
        if (!fields.usable()) continue;
        plan.limiter.align = limit.limiter.align;
        const bool good = read_numbers(fields, info, plan.limiter);
        fields.finish();
        if (good) limit.plans.push_back(std::move(plan));
    }
}

void read_what_it_does(Fields& fields, LimitSettings& limit)
{
    if (const auto status = fields.find("status")) limit.status = read_refusal_status(*status);
    if (const auto mode = fields.find("mode")) limit.shadow = read_shadow(*mode);
    const bool time_frees = info_of(limit.limiter.algorithm).shape != AlgorithmInfo::Shape::slots;
    // One bucket for everybody is where a crowd forms.
    limit.spread = time_frees && limit.key.sources.size() == 1 &&
                   limit.key.sources.front().kind == SourceSettings::Kind::global;
    if (!time_frees)
        fields.misplaced("spread", "algorithm concurrency does not know when there will be room");
    else if (const auto spread = fields.find("spread"))
        limit.spread = spread->boolean().value_or(limit.spread);
}

void refuse_later_fields(Fields& fields)
{
    fields.not_yet("scope", "local");
    for (const std::string_view later : {"on_store_error", "period", "anchor", "timezone"})
        fields.not_yet(later);
}

} // namespace

std::vector<LimitSettings> read_limits(const Value& section, const Keys& keys,
                                       const MatchSettings& match)
{
    std::vector<LimitSettings> limits;
    std::vector<std::string> made_names;
    Names names("limit of this route");
    const std::vector<Value> items = section.items();
    if (items.size() > RouteSettings::max_limits)
        section.error("too_many", "a route has at most " +
                                      std::to_string(RouteSettings::max_limits) + " limits");
    for (const Value& item : items) {
        LimitSettings limit;
        Fields fields(item);
        if (!fields.usable()) continue;
        names.add(fields.find("name"));
        read_key(fields, keys, match, limit.key);
        const auto algorithm = fields.require("algorithm", "write one, such as token_bucket");
        if (const AlgorithmInfo* info = algorithm ? read_algorithm(*algorithm) : nullptr) {
            const bool numbers = read_numbers(fields, *info, limit.limiter);
            if (const auto plans = fields.find("plans")) read_plans(*plans, *info, limit);
            read_costs(fields, limit, numbers);
            read_what_it_does(fields, limit);
            made_names.emplace_back(info->name);
        } else {
            find_all_numbers(fields);
            for (const char* field :
                 {"cost", "charge", "count", "plans", "mode", "spread", "status"})
                fields.find(field);
            made_names.emplace_back("limit");
        }
        refuse_later_fields(fields);
        fields.finish();
        limits.push_back(std::move(limit));
    }
    const std::vector<std::string> complete_names = names.complete(made_names);
    for (std::size_t i = 0; i < limits.size(); ++i)
        limits[i].name = complete_names[i];
    return limits;
}

} // namespace weir
