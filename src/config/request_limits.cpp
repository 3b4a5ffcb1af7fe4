#include "sections.hpp"

namespace weir {

namespace {

constexpr std::uint64_t least_bytes = 256;             // less would refuse ordinary requests
constexpr std::uint64_t most_bytes = 16 * 1024 * 1024; // each connection may take as much memory
constexpr std::int64_t most_headers = 10'000;

void read_bytes(const Value& value, std::size_t& bytes)
{
    const auto size = value.size();
    if (!size) return;
    if (*size < least_bytes || *size > most_bytes)
        value.error("out_of_range",
                    in_quotes(value.node().text) + " is out of range; write 256 to 16MiB");
    else
        bytes = static_cast<std::size_t>(*size);
}

} // namespace

void read_request_limits(const Value& section, Settings& settings)
{
    Fields fields(section);
    if (const auto line = fields.find("line")) read_bytes(*line, settings.head_limits.line);
    if (const auto bytes = fields.find("header_bytes"))
        read_bytes(*bytes, settings.head_limits.header_bytes);
    if (const auto headers = fields.find("headers"))
        if (const auto count = headers->integer(1, most_headers))
            settings.head_limits.headers = static_cast<std::size_t>(*count);
    if (const auto body = fields.find("body")) {
        if (body->is("unlimited"))
            settings.max_body.reset();
        else
            settings.max_body = body->size();
    }
    fields.not_yet("buffered_body");
    fields.finish();
}

} // namespace weir
