#pragma once

#include <weir/base/siphash.hpp>
#include <weir/decision/verdict.hpp>
#include <weir/decision/waiting_room.hpp>
#include <weir/key/facts.hpp>
#include <weir/store/memory_store.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace weir {

// Facts and a route in, a verdict out: finds every limit's key, hashes it with the process's
// secret, and has the store decide all or nothing. The proxy, `simulate` and `explain` all come
// through here, so what is simulated is what runs.
//
// Any thread; `scratch` and the verdict belong to the caller and are reused from call to call, so
// that nothing is allocated or cleared in the steady state. The verdict points into `route`.
class Gate {
public:
    Gate(MemoryStore& store, const SipSecret& secret)
        : store_(&store), secret_(secret), room_(std::make_unique<WaitingRoom>()),
          spread_(std::make_unique<Spread>())
    {}

    // Charges every limit that applies, or none when one of them refuses or lacks a key that it
    // insists on. With a `turn`, a request that leaky buckets hold back takes its places in them.
    void decide(const Route& route, const Facts& facts, Instant now, std::string& scratch,
                Verdict& verdict, WaitingRoom::Turn* turn = nullptr) const;
    // The same verdict, charging nothing.
    void look(const Route& route, const Facts& facts, Instant now, std::string& scratch,
              Verdict& verdict) const;

    // decide() for a caller without a request, as in `weir simulate`: `caller` stands for whatever
    // key every limit would find, so each limit applies. `cost` 0: each limit's own.
    void decide_as(const Route& route, std::string_view caller, Cost cost, Instant now,
                   std::string& scratch, Verdict& verdict) const;

    // An open part's real cost is known: charges the rest, or gives back what was too much, and
    // brings the part's outcome up to date. Once for each open part.
    void settle(Verdict& verdict, std::size_t part, Cost actual, Instant now) const;

    // The caller went away while it waited its turn: gives its places back to those behind it.
    void abandon(Verdict& verdict, WaitingRoom::Turn& turn, Instant now) const;
    WaitingRoom& waiting_room() const { return *room_; }

private:
    MemoryStore* store_;
    SipSecret secret_;
    std::unique_ptr<WaitingRoom> room_;
    std::unique_ptr<Spread> spread_;
};

} // namespace weir
