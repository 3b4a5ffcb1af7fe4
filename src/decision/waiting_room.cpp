#include <weir/decision/waiting_room.hpp>

#include <weir/base/assert.hpp>

#include <algorithm>
#include <bit>

namespace weir {

void WaitingRoom::Hold::add(std::uint64_t key)
{
    wanted_ |= std::uint64_t{1} << number(key);
}

// In ascending order, as everybody does.
void WaitingRoom::Hold::lock()
{
    for (std::uint64_t left = wanted_; left != 0; left &= left - 1)
        room_.stripes_[static_cast<std::size_t>(std::countr_zero(left))].mutex.lock();
    locked_ = true;
}

WaitingRoom::Hold::~Hold()
{
    if (!locked_) return;
    for (std::uint64_t left = wanted_; left != 0; left &= left - 1)
        room_.stripes_[static_cast<std::size_t>(std::countr_zero(left))].mutex.unlock();
}

void WaitingRoom::enter(Turn& turn, std::uint64_t key, Instant leaves, Duration interval,
                        std::size_t part)
{
    WEIR_ASSERT(turn.count_ < turn.places_.size());
    Place& place = turn.places_[turn.count_++];
    Place*& first = stripes_[number(key)].first;
    place = {&turn, first, &first, key, leaves, interval, part};
    if (first != nullptr) first->link = &place.next;
    first = &place;
}

void WaitingRoom::leave(Turn& turn)
{
    for (std::size_t i = 0; i < turn.count_; ++i) {
        Place& place = turn.places_[i];
        const std::lock_guard hold(stripes_[number(place.key)].mutex);
        unlink(place);
    }
    turn.count_ = 0;
}

Instant WaitingRoom::leaves_at(const Turn& turn)
{
    Instant last{};
    for (std::size_t i = 0; i < turn.count_; ++i) {
        const Place& place = turn.places_[i];
        const std::lock_guard hold(stripes_[number(place.key)].mutex);
        last = std::max(last, place.leaves);
    }
    return last;
}

std::size_t WaitingRoom::waiting()
{
    std::size_t count = 0;
    for (Stripe& stripe : stripes_) {
        const std::lock_guard hold(stripe.mutex);
        for (const Place* place = stripe.first; place != nullptr; place = place->next)
            ++count;
    }
    return count;
}

void WaitingRoom::unlink(Place& place)
{
    *place.link = place.next;
    if (place.next != nullptr) place.next->link = place.link;
}

void WaitingRoom::move_up(const Stripe& stripe, const Place& gone, Instant now)
{
    for (Place* place = stripe.first; place != nullptr; place = place->next) {
        if (place->key != gone.key || place->leaves <= gone.leaves) continue;
        place->leaves = std::max(place->leaves - gone.interval, now);
        place->turn->moved_(place->turn->context_);
    }
}

} // namespace weir
