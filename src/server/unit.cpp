#include "unit.hpp"

#include <weir/telemetry/log.hpp>

namespace weir {

Unit::Unit(const Clock& clock, const World& world, EventWriter& writer)
    : loop_(clock), worker_(loop_, world, writer)
{
    loop_.on_tick([](void* self) { static_cast<Unit*>(self)->check_drain(); }, this);
}

void Unit::listen(int descriptor, bool proxy_protocol)
{
    doors_.push_back(std::make_unique<Door>(Door{*this, proxy_protocol}));
    Door& door = *doors_.back();
    door.listener = std::make_unique<Listener>(
        loop_, descriptor,
        [](void* context, const Listener::Accepted& accepted) {
            const Door& through = *static_cast<Door*>(context);
            through.unit.worker_.serve(accepted, through.proxy_protocol);
        },
        &door);
}

void Unit::drain(Duration patience)
{
    loop_.post([this, patience] {
        if (worker_.draining()) return;
        drain_ends_ = loop_.now() + patience;
        for (const auto& door : doors_)
            door->listener->close();
        worker_.drain();
    });
}

void Unit::check_drain()
{
    if (!worker_.draining()) return;
    if (worker_.sessions() > 0 && loop_.now() >= drain_ends_) {
        log_warn("drain: " + std::to_string(worker_.sessions()) +
                 " connections were still busy and have been cut");
        worker_.close_all();
    }
    // What cannot be cut, such as a name being looked up, is not waited for.
    constexpr Duration grace = std::chrono::seconds(1);
    if (worker_.sessions() == 0 || loop_.now() >= drain_ends_ + grace) loop_.stop();
}

} // namespace weir
