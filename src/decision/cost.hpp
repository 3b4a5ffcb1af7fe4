#pragma once

#include <weir/http/head.hpp>
#include <weir/route/settings.hpp>

namespace weir {

// What a limit asks of one request at admission.
struct AskedCost {
    Cost fits = 1;     // so much must be left
    Cost taken = 1;    // and so much of it is taken now
    bool open = false; // the rest is settled, or all of it given back, later
};
AskedCost asked_cost(const LimitSettings& limit, const RequestHead& head);

// For arrivals that are no requests.
Cost cost_without_request(const LimitSettings& limit);

} // namespace weir
