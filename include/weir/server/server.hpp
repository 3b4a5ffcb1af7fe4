#pragma once

#include <weir/base/result.hpp>
#include <weir/config/settings.hpp>

#include <memory>
#include <string>
#include <vector>

namespace weir {

// A running Weir: builds everything from the settings, binds, serves on one event loop per thread
// until SIGTERM or SIGINT, then drains.
class Server {
public:
    // Binds all listeners; says which address could not be bound and why.
    static Result<std::unique_ptr<Server>> create(Settings settings);
    ~Server();

    // Where it listens, in the order of the file, with the ports that were found for port 0.
    const std::vector<std::string>& addresses() const;

    // Serves until told to stop and drained. The calling thread becomes the first event loop.
    void run();

private:
    struct Parts;
    explicit Server(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

} // namespace weir
