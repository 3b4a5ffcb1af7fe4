#pragma once

#include <weir/base/address.hpp>
#include <weir/http/head.hpp>

#include <vector>

namespace weir {

// Which one field tells the client's address (`client_address:` of weir.yaml); the other is never
// believed.
enum class ClientAddressField { x_forwarded_for, forwarded };

// The client behind trusted proxies: the chain is read from the right, over all lines of the field
// in order, past trusted proxies, and stops at the first thing that is not an address (RFC 7239).
// An untrusted peer is the client, whatever it sent. No allocation.
IpAddress client_address(const RequestHead& head, const IpAddress& peer,
                         const std::vector<IpNetwork>& trusted, ClientAddressField field);

} // namespace weir
