#include "limit_numbers.hpp"

#include <array>

namespace weir {

namespace {

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

void read_leaky_fields(Fields& fields, LimiterSettings& limiter)
{
    if (const auto after = fields.find("delay_after"))
        limiter.delay_after = after->integer(0, most_units).value_or(0);
    if (const auto most = fields.find("max_delay")) limiter.max_delay = most->duration();
}

void read_slots_fields(Fields& fields, LimiterSettings& limiter)
{
    if (const auto limit = fields.require("limit", "write how many requests may be in flight"))
        limiter.limit = read_units(*limit, "would refuse every request").value_or(0);
    for (const std::string_view other : {"rate", "capacity", "window", "align"})
        fields.misplaced(other, "algorithm concurrency takes limit, not '" + std::string(other) +
                                    "': slots are given back by the requests, not by time");
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
    const bool leaky = algorithm == Algorithm::leaky_bucket; // there 0 means that nobody waits
    if (const auto capacity = fields.find("capacity"))
        limiter.capacity = (leaky ? capacity->integer(0, most_units)
                                  : read_units(*capacity, "would refuse every request"))
                               .value_or(leaky ? -1 : 0);
    if (algorithm == Algorithm::leaky_bucket) read_leaky_fields(fields, limiter);
    const std::string takes =
        "algorithm " + std::string(algorithm_name(algorithm)) + " takes rate and capacity, not ";
    for (const std::string_view other : {"limit", "window", "align"})
        fields.misplaced(other, takes + "'" + std::string(other) + "'");
}

// Whether all that the algorithm needs has been read.
bool complete(const LimiterSettings& limiter, const AlgorithmInfo& info)
{
    switch (info.shape) {
    case AlgorithmInfo::Shape::window:
        return limiter.limit > 0 && limiter.window > Duration::zero();
    case AlgorithmInfo::Shape::bucket:
        return limiter.rate.count > 0 &&
               limiter.capacity >= (info.algorithm == Algorithm::leaky_bucket ? 0 : 1);
    case AlgorithmInfo::Shape::slots:
        break;
    }
    return limiter.limit > 0;
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

// Fields of other algorithms that read_..._fields have not spoken of.
void misplace_leaky_fields(Fields& fields, const AlgorithmInfo& info)
{
    if (info.algorithm == Algorithm::leaky_bucket) return;
    for (const std::string_view other : {"delay_after", "max_delay"})
        fields.misplaced(other, "algorithm " + std::string(info.name) +
                                    " holds no request back; only leaky_bucket takes '" +
                                    std::string(other) + "'");
}

} // namespace

// A number of units. Zero is the one mistake that deserves its own words: it could be meant as
// "none at all" or as "no limit", and must be neither.
std::optional<std::int64_t> read_units(const Value& value, std::string_view zero_means)
{
    if (!value.is("0")) return value.integer(1, most_units);
    value.error("out_of_range",
                "'0' " + std::string(zero_means) + "; write 1 to " + std::to_string(most_units));
    return std::nullopt;
}

bool read_numbers(Fields& fields, const AlgorithmInfo& info, LimiterSettings& limiter)
{
    limiter.algorithm = info.algorithm;
    switch (info.shape) {
    case AlgorithmInfo::Shape::window:
        read_window_fields(fields, info.algorithm, limiter);
        break;
    case AlgorithmInfo::Shape::bucket:
        read_bucket_fields(fields, info.algorithm, limiter);
        break;
    case AlgorithmInfo::Shape::slots:
        read_slots_fields(fields, limiter);
        break;
    }
    misplace_leaky_fields(fields, info);
    if (!complete(limiter, info)) return false;
    check_ranges(fields, limiter);
    return limiter_fault(limiter) == nullptr;
}

void find_all_numbers(Fields& fields)
{
    for (const char* field :
         {"rate", "capacity", "limit", "window", "align", "delay_after", "max_delay"})
        fields.find(field);
}

} // namespace weir
