#include <weir/http/event_stream.hpp>

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("the last event that has the number counts", "[http]")
{
    struct Row {
        const char* why;
        std::string text;
        std::optional<std::int64_t> expected;
    };
    const Row rows[] = {
        {"one event", "data: {\"n\":5}\n\n", 5},
        {"the last one", "data: {\"n\":5}\n\ndata: {\"n\":9}\n\n", 9},
        {"with one behind it that has none", "data: {\"n\":5}\n\ndata: [DONE]\n\n", 5},
        {"CRLF", "data: {\"n\":5}\r\n\r\ndata: {\"n\":6}\r\n\r\n", 6},
        {"CR", "data: {\"n\":5}\r\rdata: {\"n\":6}\r\r", 6},
        {"without a blank", "data:{\"n\":5}\n\n", 5},
        {"in two lines", "data: {\"n\":\ndata: 5}\n\n", 5},
        {"other fields and comments", ": hello\nevent: x\nid: 1\nretry: 5\ndata: {\"n\":5}\n\n", 5},
        {"not closed", "data: {\"n\":5}\n", 5},
        {"nor its line", "data: {\"n\":5}", 5},
        {"data without a colon", "data\n\n", {}},
        {"another field", "datax: {\"n\":5}\n\n", {}},
        {"an event that is cut off behind a good one", "data: {\"n\":5}\n\ndata: {\"n\":", 5},
        {"broken, then good", "data: {\"n\n\ndata: {\"n\":7}\n\n", 7},
        {"nothing", "", {}},
    };
    const auto pointer = JsonPointer::parse("/n");
    for (const Row& row : rows) {
        INFO(row.why);
        for (const std::size_t piece : {std::string::npos, std::size_t{1}, std::size_t{4}}) {
            EventStreamNumberScanner scanner;
            scanner.start(*pointer);
            for (std::string_view rest = row.text; !rest.empty();) {
                scanner.feed(rest.substr(0, piece));
                rest.remove_prefix(std::min(piece, rest.size()));
            }
            CHECK(scanner.finish() == row.expected);
        }
    }
}
