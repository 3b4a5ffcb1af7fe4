#pragma once

#include <weir/base/siphash.hpp>
#include <weir/decision/verdict.hpp>
#include <weir/key/facts.hpp>
#include <weir/store/memory_store.hpp>

#include <string>
#include <string_view>

namespace weir {

// Facts and a route in, a verdict out: finds every limit's key, hashes it with the process's
// secret, and has the store decide all or nothing. The proxy, `simulate` and `explain` all come
// through here, so what is simulated is what runs.
//
// Any thread; `scratch` belongs to the caller and is reused from call to call (key bytes), so that
// nothing is allocated in the steady state. The verdict points into `route`.
class Gate {
public:
    Gate(MemoryStore& store, const SipSecret& secret) : store_(&store), secret_(secret) {}

    // Charges every limit that applies, or none when one of them refuses or lacks a key that it
    // insists on.
    Verdict decide(const Route& route, const Facts& facts, Instant now, std::string& scratch) const;
    // The same verdict, charging nothing.
    Verdict look(const Route& route, const Facts& facts, Instant now, std::string& scratch) const;

    // decide() for a caller without a request, as in `weir simulate`: `caller` stands for whatever
    // key every limit would find, so each limit applies. `cost` 0: each limit's own.
    Verdict decide_as(const Route& route, std::string_view caller, Cost cost, Instant now,
                      std::string& scratch) const;

private:
    MemoryStore* store_;
    SipSecret secret_;
};

} // namespace weir
