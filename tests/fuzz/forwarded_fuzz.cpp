#include "pieces.hpp"

#include <weir/http/client_address.hpp>

using namespace weir;

// Whatever a client puts on the left, what a trusted proxy appended is read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const std::vector<IpNetwork> trusted = {*IpNetwork::parse("10.0.0.0/8")};
    static const IpAddress peer = *IpAddress::parse("10.0.0.1");
    const std::string sent(reinterpret_cast<const char*>(data), size);

    const auto read = [](const std::string& value, FieldId id, ClientAddressField field) {
        RequestHead head;
        head.fields.push_back({.name = "x", .value = value, .id = id});
        return client_address(head, peer, trusted, field).to_string();
    };
    read(sent, FieldId::forwarded, ClientAddressField::forwarded);
    read(sent, FieldId::x_forwarded_for, ClientAddressField::x_forwarded_for);
    WEIR_ASSERT(read(sent + ", for=\"[2001:db8::9]:1\";proto=https", FieldId::forwarded,
                     ClientAddressField::forwarded) == "2001:db8::9");
    WEIR_ASSERT(read(sent + ", 1.1.1.1", FieldId::x_forwarded_for,
                     ClientAddressField::x_forwarded_for) == "1.1.1.1");
    return 0;
}
