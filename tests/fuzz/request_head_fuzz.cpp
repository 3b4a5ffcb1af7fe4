#include "pieces.hpp"

#include <weir/http/head_parser.hpp>

#include <algorithm>

using namespace weir;

// A request head in pieces gets the verdict of the whole, and its views stay in the buffer.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const FuzzInput input(data, size);
    const HeadLimits limits{.line = 200, .header_bytes = 400, .headers = 10};
    RequestHeadParser parser(limits);
    RequestHead head;
    parser.reset();
    const ParseStatus whole = parser.parse(input.bytes, head);
    const int fault = parser.fault().status;
    if (whole == ParseStatus::complete) {
        WEIR_ASSERT(head.size <= input.bytes.size());
        for (const Field& field : head.fields)
            WEIR_ASSERT(field.name.data() >= input.bytes.data() &&
                        field.value.data() + field.value.size() <=
                            input.bytes.data() + input.bytes.size());
    }
    const std::size_t head_size = head.size;

    parser.reset();
    ParseStatus pieced = ParseStatus::need_more;
    for (std::size_t end = 0; end < input.bytes.size() && pieced == ParseStatus::need_more;) {
        end = std::min(end + input.piece, input.bytes.size());
        pieced = parser.parse(input.bytes.substr(0, end), head);
    }
    // In pieces, a fault may wait for the end of its line.
    WEIR_ASSERT(pieced == whole ||
                (whole == ParseStatus::faulty && pieced == ParseStatus::need_more));
    if (pieced == ParseStatus::complete) WEIR_ASSERT(head.size == head_size);
    if (pieced == ParseStatus::faulty) WEIR_ASSERT(parser.fault().status == fault);
    return 0;
}
