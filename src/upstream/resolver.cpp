#include <weir/upstream/resolver.hpp>

#include <boost/asio/ip/tcp.hpp>

#include <memory>

namespace weir {

using boost::asio::ip::tcp;

void Resolver::resolve(EventLoop& loop, const std::string& host, std::uint16_t port, Found found)
{
    auto lookup = std::make_shared<tcp::resolver>(control_);
    lookup->async_resolve(
        host, std::to_string(port), tcp::resolver::numeric_service,
        [lookup, &loop, found = std::move(found)](const boost::system::error_code& error,
                                                  const tcp::resolver::results_type& results) {
            std::vector<Endpoint> endpoints;
            if (!error)
                for (const auto& each : results)
                    endpoints.emplace_back(each.endpoint());
            loop.post([found, endpoints = std::move(endpoints)] { found(endpoints); });
        });
}

} // namespace weir
