#pragma once

#include <weir/limit/limiter.hpp>
#include <weir/route/settings.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace weir {

// Who waits in the leaky buckets. When a request goes before its turn has come, those behind it on
// the same key move up, on whichever loop they wait. Any thread.
class WaitingRoom {
public:
    class Turn;

    // The stripes of some keys, held from before the buckets are charged until those who have to
    // wait are in: so nobody can move up in between and miss one.
    class Hold {
    public:
        explicit Hold(WaitingRoom& room) : room_(room) {}
        ~Hold();
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;
        void add(std::uint64_t key); // before lock()
        void lock();

    private:
        WaitingRoom& room_;
        std::uint64_t wanted_ = 0; // a bit per stripe
        bool locked_ = false;
    };

    // Puts the turn into one more queue; its key's stripe is held. `interval`: how much earlier
    // those behind leave when it goes. `part` is for the caller.
    void enter(Turn& turn, std::uint64_t key, Instant leaves, Duration interval, std::size_t part);
    // When the turn has come: nothing moves that any more, and it need not be asked again.
    void leave(Turn& turn);
    // The turn goes before it has come: `give_back(part)` is called for each queue that still held
    // it, with its stripe held, then those behind move up, but not into the past.
    template <typename GiveBack>
    void abandon(Turn& turn, Instant now, const GiveBack& give_back);
    // When all its queues let it go.
    Instant leaves_at(const Turn& turn);

    std::size_t waiting(); // places in all queues; walks

private:
    struct Place {
        Turn* turn = nullptr;
        Place* next = nullptr;
        Place** link = nullptr;
        std::uint64_t key = 0;
        Instant leaves{};
        Duration interval{};
        std::size_t part = 0;
    };
    struct Stripe {
        std::mutex mutex;
        Place* first = nullptr;
    };
    static constexpr std::size_t stripe_count = 64;

    static std::size_t number(std::uint64_t key) { return key % stripe_count; }
    static void unlink(Place& place);
    static void move_up(const Stripe& stripe, const Place& gone, Instant now);

    std::array<Stripe, stripe_count> stripes_;
};

// One request's places, at most one per limit of its route. Belongs to whoever waits; must have
// left or been abandoned before it is destroyed or used again.
class WaitingRoom::Turn {
public:
    // `moved(context)` may be called on any thread, with locks held: it only leaves word.
    Turn(void (*moved)(void*), void* context) : moved_(moved), context_(context) {}
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    bool waits() const { return count_ > 0; }

private:
    friend class WaitingRoom;

    std::array<Place, RouteSettings::max_limits> places_;
    std::size_t count_ = 0;
    void (*moved_)(void*);
    void* context_;
};

template <typename GiveBack>
void WaitingRoom::abandon(Turn& turn, Instant now, const GiveBack& give_back)
{
    for (std::size_t i = 0; i < turn.count_; ++i) {
        Place& place = turn.places_[i];
        Stripe& stripe = stripes_[number(place.key)];
        const std::lock_guard hold(stripe.mutex);
        unlink(place);
        // A place whose moment has passed, while another queue still held the turn, is used up:
        // moving those behind it up would let them out together.
        if (place.leaves <= now) continue;
        give_back(place.part);
        move_up(stripe, place, now);
    }
    turn.count_ = 0;
}

} // namespace weir
