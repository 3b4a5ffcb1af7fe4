#include "names.hpp"
#include "sections.hpp"

#include <weir/limit/limiters.hpp>

#include <algorithm>

namespace weir {

namespace {

constexpr std::int64_t most_units = 999'999'999'999'999; // a structured field's largest integer

const AlgorithmInfo* read_algorithm(const Value& value)
{
    std::vector<std::string_view> names;
    for (const AlgorithmInfo& info : algorithms) {
        if (value.is(info.name)) return &info;
        names.push_back(info.name);
    }
    for (const std::string_view later : {"leaky_bucket", "concurrency", "quota"}) {
        if (!value.is(later)) continue;
        value.error("not_yet", "the algorithm '" + std::string(later) +
                                   "' is not in this version of weir yet; there is " +
                                   alternatives(names));
        return nullptr;
    }
    if (value.is_scalar() && !value.node().text.empty())
        value.error("unknown_algorithm", unknown_name("algorithm", value.node().text, names));
    else
        value.expected("no_value", alternatives(names));
    return nullptr;
}

// A number of units. Zero is the one mistake that deserves its own words: it could be meant as
// "none at all" or as "no limit", and must be neither.
std::optional<std::int64_t> read_units(const Value& value, std::string_view zero_means)
{
    if (!value.is("0")) return value.integer(1, most_units);
    value.error("out_of_range",
                "'0' " + std::string(zero_means) + "; write 1 to " + std::to_string(most_units));
    return std::nullopt;
}

bool is_zero_rate(std::string_view text)
{
    const std::string_view count = text.substr(0, text.find('/'));
    return count.size() < text.size() && count.find_first_not_of("0.") == std::string_view::npos &&
           count.find('0') != std::string_view::npos;
}

// The tokens of one written unit, made whole upwards: "5/d" has 5, "0.5/s" has 1. (The rate itself
// is exact and may have become 5 in ten seconds.)
std::int64_t tokens_per_written_unit(std::string_view text, const Rate& rate)
{
    const std::size_t slash = text.find('/');
    const char unit = slash + 1 < text.size() ? text[slash + 1] : 's';
    const Duration written = unit == 'd'   ? Duration(std::chrono::hours(24))
                             : unit == 'h' ? Duration(std::chrono::hours(1))
                             : unit == 'm' ? Duration(std::chrono::minutes(1))
                                           : Duration(std::chrono::seconds(1));
    if (rate.period <= written) return rate.count;
    const std::int64_t times = rate.period / written;
    return (rate.count - 1) / times + 1;
}

void read_window_fields(Fields& fields, Algorithm algorithm, LimiterSettings& limiter)
{
    const std::string name(algorithm_name(algorithm));
    if (const auto limit = fields.require("limit", "write how many units a window allows"))
        limiter.limit = read_units(*limit, "would refuse every request").value_or(0);
    if (const auto window = fields.require("window", "write a duration such as 1s, 1m or 1h"))
        limiter.window = window->duration().value_or(Duration::zero());
    for (const std::string_view other : {"rate", "capacity"})
        fields.misplaced(other, "algorithm " + name + " takes limit and window, not '" +
                                    std::string(other) + "'");
    if (algorithm != Algorithm::fixed_window) {
        fields.misplaced("align", "algorithm " + name +
                                      " has no windows to align; only "
                                      "fixed_window takes 'align'");
    } else if (const auto align = fields.find("align")) {
        limiter.align =
            align->choice<WindowAlign>({{"epoch", WindowAlign::epoch}, {"key", WindowAlign::key}})
                .value_or(limiter.align);
    }
}

void read_bucket_fields(Fields& fields, Algorithm algorithm, LimiterSettings& limiter)
{
    if (const auto rate = fields.require("rate", "write a rate such as 10/s or 600/m")) {
        if (rate->is_scalar() && is_zero_rate(rate->node().text))
            rate->error("out_of_range", in_quotes(rate->node().text) +
                                            " would never fill the bucket again; write a rate "
                                            "above zero, such as 1/d");
        else if (const auto value = rate->rate()) {
            limiter.rate = *value;
            limiter.capacity = tokens_per_written_unit(rate->node().text, *value);
        }
    }
    if (const auto capacity = fields.find("capacity"))
        limiter.capacity = read_units(*capacity, "would refuse every request").value_or(0);
    const std::string takes =
        "algorithm " + std::string(algorithm_name(algorithm)) + " takes rate and capacity, not ";
    for (const std::string_view other : {"limit", "window", "align"})
        fields.misplaced(other, takes + "'" + std::string(other) + "'");
}

// Whether all that the algorithm needs has been read.
bool complete(const LimiterSettings& limiter, const AlgorithmInfo& info)
{
    if (info.is_window) return limiter.limit > 0 && limiter.window > Duration::zero();
    return limiter.rate.count > 0 && limiter.capacity > 0;
}

void read_cost(const Value& value, const LimitSettings& limit, const AlgorithmInfo& info,
               Cost& cost)
{
    if (value.is_map()) {
        value.error("not_yet", "a cost that depends on the request is not in this version of weir "
                               "yet; write a whole number");
        return;
    }
    const auto units = read_units(value, "would charge nothing, so that the limit holds nobody");
    if (!units) return;
    cost = *units;
    if (complete(limit.limiter, info) && cost > allowance(limit.limiter))
        value.error("cost_too_large", "a cost of " + std::to_string(cost) +
                                          " is more than the limit can ever grant (" +
                                          std::to_string(allowance(limit.limiter)) + ")");
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

// Ranges that only the limiter itself knows. Its words start with the field's name.
void check_ranges(Fields& fields, const LimiterSettings& limiter)
{
    const char* fault = limiter_fault(limiter);
    if (!fault) return;
    const std::string_view text = fault;
    if (const auto field = fields.find(text.substr(0, text.find(' '))))
        field->error("out_of_range", text);
    else
        fields.error("out_of_range", text);
}

void read_numbers(Fields& fields, const AlgorithmInfo& info, LimitSettings& limit)
{
    limit.limiter.algorithm = info.algorithm;
    if (info.is_window)
        read_window_fields(fields, info.algorithm, limit.limiter);
    else
        read_bucket_fields(fields, info.algorithm, limit.limiter);
    if (complete(limit.limiter, info)) check_ranges(fields, limit.limiter);
    if (const auto cost = fields.find("cost")) read_cost(*cost, limit, info, limit.cost);
}

void refuse_later_fields(Fields& fields)
{
    fields.not_yet("scope", "local");
    fields.not_yet("mode", "enforce");
    fields.not_yet("spread", "false");
    for (const std::string_view later :
         {"on_store_error", "plans", "charge", "count", "reserve", "delay_after", "max_delay",
          "period", "anchor", "timezone"})
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
            read_numbers(fields, *info, limit);
            made_names.emplace_back(info->name);
        } else {
            for (const char* field : {"rate", "capacity", "limit", "window", "align", "cost"})
                fields.find(field);
            made_names.emplace_back("limit");
        }
        if (const auto status = fields.find("status")) limit.status = read_refusal_status(*status);
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
