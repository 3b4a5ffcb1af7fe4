#include "limit_costs.hpp"

#include "limit_numbers.hpp"
#include "token.hpp"

#include <weir/http/json_pointer.hpp>

#include <algorithm>
#include <limits>

namespace weir {

namespace {

constexpr std::string_view would_charge_nothing =
    "would charge nothing, so that the limit holds nobody";

void check_grantable(const Value& value, const LimitSettings& limit, Cost cost, bool numbers)
{
    if (numbers && cost > allowance(limit.limiter))
        value.error("cost_too_large", "a cost of " + std::to_string(cost) +
                                          " is more than the limit can ever grant (" +
                                          std::to_string(allowance(limit.limiter)) + ")");
}

void read_field_name(const Value& value, std::string& into)
{
    const auto text = value.text();
    if (!text) return;
    if (!is_token(*text))
        value.error("not_a_field_name",
                    in_quotes(*text) + " is not a header's name; write one such as X-Cost");
    into = *text;
}

void read_unit_bytes(const Value& value, std::int64_t& bytes)
{
    const auto size = value.size();
    if (!size) return;
    if (*size == 0 || *size > std::uint64_t{1} << 40)
        value.error("out_of_range", "write how many bytes one unit stands for, such as 1KiB");
    else
        bytes = static_cast<std::int64_t>(*size);
}

void read_cost(const Value& value, LimitSettings& limit, bool numbers)
{
    CostSettings& cost = limit.cost;
    if (!value.is_map()) {
        if (const auto units = read_units(value, would_charge_nothing)) {
            cost.units = *units;
            check_grantable(value, limit, cost.units, numbers);
        }
        return;
    }
    Fields fields(value);
    const auto header = fields.find("request_header");
    const auto bytes = fields.find("request_bytes");
    const auto most = fields.find("max");
    if (header) {
        cost.kind = CostSettings::Kind::request_header;
        read_field_name(*header, cost.field);
        // What no limit can grant would be refused for ever, whoever asks.
        cost.units = numbers ? allowance(limit.limiter) : 1;
        if (most) {
            cost.units = read_units(*most, would_charge_nothing).value_or(1);
            check_grantable(*most, limit, cost.units, numbers);
        }
        if (bytes)
            fields.misplaced("request_bytes",
                             "a cost is one or the other: request_header or request_bytes");
    } else if (bytes) {
        cost.kind = CostSettings::Kind::request_bytes;
        read_unit_bytes(*bytes, cost.units);
        if (most) fields.misplaced("max", "'max' belongs to request_header");
    } else {
        value.error("no_value", "write a number, { request_header: NAME, max: N } or "
                                "{ request_bytes: SIZE }");
    }
    fields.finish();
}

void read_charge(const Value& value, LimitSettings& limit, bool numbers)
{
    Fields fields(value);
    if (!fields.usable()) return;
    ChargeSettings charge;
    int sources = 0;
    if (const auto header = fields.find("response_header")) {
        ++sources;
        charge.kind = ChargeSettings::Kind::response_header;
        read_field_name(*header, charge.from);
    }
    if (const auto bytes = fields.find("response_bytes")) {
        ++sources;
        charge.kind = ChargeSettings::Kind::response_bytes;
        read_unit_bytes(*bytes, charge.bytes);
    }
    if (const auto pointer = fields.find("response_json")) {
        ++sources;
        charge.kind = ChargeSettings::Kind::response_json;
        charge.from = pointer->text().value_or("");
        if (!charge.from.empty() && !JsonPointer::parse(charge.from))
            pointer->error("not_a_pointer", in_quotes(charge.from) +
                                                " is not a JSON pointer; write one such as "
                                                "/usage/total_tokens");
    }
    if (sources != 1)
        value.error("no_value", "write one of response_header: NAME, response_bytes: SIZE and "
                                "response_json: POINTER");
    if (const auto reserve = fields.find("reserve")) {
        charge.reserve = reserve->integer(0, most_units).value_or(0);
        check_grantable(*reserve, limit, charge.reserve, numbers);
    }
    fields.finish();
    limit.charge = charge;
}

void read_count(const Value& value, LimitSettings& limit)
{
    Fields fields(value);
    if (!fields.usable()) return;
    if (const auto status = fields.require("status", "write the answers that are charged, such as "
                                                     "'status: [401, 403]'"))
        for (const Value& item : status->items_or_one())
            if (const auto code = item.integer(101, 599))
                limit.count_status.push_back(static_cast<int>(*code));
    fields.finish();
}

// As deep as settling may go below zero: far, but not so far that it would never come back.
std::int64_t debt_of(LimiterSettings limiter)
{
    constexpr std::int64_t times = 100;
    limiter.debt = limiter.capacity < BucketSchedule::most_capacity / times
                       ? limiter.capacity * times
                       : limiter.capacity;
    while (limiter.debt > 0 && limiter_fault(limiter) != nullptr)
        limiter.debt /= 2;
    return limiter.debt;
}

void allow_debt(LimitSettings& limit, bool numbers)
{
    if (!numbers || info_of(limit.limiter.algorithm).shape != AlgorithmInfo::Shape::bucket) return;
    limit.limiter.debt = debt_of(limit.limiter);
    for (PlanSettings& plan : limit.plans)
        plan.limiter.debt = debt_of(plan.limiter);
}

} // namespace

void read_costs(Fields& fields, LimitSettings& limit, bool numbers)
{
    const Algorithm algorithm = limit.limiter.algorithm;
    const bool settles =
        algorithm != Algorithm::concurrency && algorithm != Algorithm::leaky_bucket;
    const std::string why = "algorithm " + std::string(algorithm_name(algorithm)) +
                            " decides when a request comes, and nothing is charged afterwards";
    fields.misplaced("reserve", "'reserve' stands inside of 'charge'");
    if (!settles) {
        fields.misplaced("charge", why);
        fields.misplaced("count", why);
    } else {
        if (const auto charge = fields.find("charge")) read_charge(*charge, limit, numbers);
        if (const auto count = fields.find("count")) read_count(*count, limit);
    }
    if (limit.charge) {
        fields.misplaced("cost", "a limit with 'charge' takes its cost from the answer; what is "
                                 "taken beforehand is 'reserve'");
        allow_debt(limit, numbers);
    } else if (const auto cost = fields.find("cost")) {
        read_cost(*cost, limit, numbers);
        // The length of a chunked body shows only at its end, and then it is owed.
        if (limit.cost.kind == CostSettings::Kind::request_bytes) {
            if (algorithm == Algorithm::leaky_bucket)
                cost->error("misplaced", "a leaky bucket must know what a request costs when it "
                                         "comes, and chunked bodies do not tell their length");
            else
                allow_debt(limit, numbers);
        }
    }
}

} // namespace weir
