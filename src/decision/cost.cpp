#include "cost.hpp"

#include <weir/decision/numbers.hpp>

#include <algorithm>

namespace weir {

namespace {

Cost header_cost(const CostSettings& settings, const RequestHead& head)
{
    for (const Field& field : head.fields)
        if (equal_without_case(field.name, settings.field))
            if (const auto asked = whole_number(field.value))
                return std::clamp<Cost>(*asked, 1, settings.units);
    return 1;
}

} // namespace

AskedCost asked_cost(const LimitSettings& limit, const RequestHead& head)
{
    AskedCost cost;
    cost.open = limit.limiter.algorithm == Algorithm::concurrency || !limit.count_status.empty();
    if (limit.charge) {
        cost.fits = std::max<Cost>(limit.charge->reserve, 1);
        cost.taken = limit.charge->reserve;
        cost.open = true;
        return cost;
    }
    switch (limit.cost.kind) {
    case CostSettings::Kind::fixed:
        cost.fits = limit.cost.units;
        break;
    case CostSettings::Kind::request_header:
        cost.fits = header_cost(limit.cost, head);
        break;
    case CostSettings::Kind::request_bytes:
        // How long a chunked body is shows at its end.
        cost.open = cost.open || head.body == BodyKind::chunked;
        cost.fits = units_for(head.content_length, limit.cost.units);
        break;
    }
    cost.taken = cost.fits;
    return cost;
}

Cost cost_without_request(const LimitSettings& limit)
{
    if (limit.charge) return std::max<Cost>(limit.charge->reserve, 1);
    return limit.cost.kind == CostSettings::Kind::fixed ? limit.cost.units : 1;
}

} // namespace weir
