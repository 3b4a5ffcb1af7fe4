#include "pieces.hpp"

#include <weir/http/proxy_protocol.hpp>

using namespace weir;

// A header in pieces gets the verdict of the whole.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const ProxyHeader whole = parse_proxy_header(bytes);
    ProxyHeader pieced;
    for (std::size_t end = 0; end <= size; ++end) {
        pieced = parse_proxy_header(bytes.substr(0, end));
        if (pieced.status != ProxyHeader::Status::need_more) break;
    }
    WEIR_ASSERT(pieced.status == whole.status && pieced.size == whole.size);
    if (whole.status == ProxyHeader::Status::complete) WEIR_ASSERT(whole.size <= size);
    return 0;
}
