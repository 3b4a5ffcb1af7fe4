#include "decimal.hpp"
#include "file.hpp"
#include "sections.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace weir {

namespace {

constexpr std::size_t max_body_bytes = 64 * 1024; // sent with every refusal

void read_headers(const Value& value, ResponseSettings& response)
{
    using Style = ResponseSettings::HeaderStyle;
    response.headers.clear();
    for (const Value& item : value.items_or_one()) {
        const auto style = item.choice<Style>({{"ratelimit", Style::ratelimit},
                                               {"structured", Style::structured},
                                               {"x_ratelimit", Style::x_ratelimit}});
        if (!style) continue;
        if (std::find(response.headers.begin(), response.headers.end(), *style) !=
            response.headers.end())
            item.error("duplicate_name", in_quotes(item.node().text) + " is in the list already");
        else
            response.headers.push_back(*style);
    }
}

void read_jitter(const Value& value, ResponseSettings& response)
{
    constexpr std::int64_t most_permille = 10'000;
    if (!value.is_scalar()) return value.expected("not_a_number", "a number from 0 to 10");
    const std::string& text = value.node().text;
    if (const auto permille = parse_decimal(text, 3, most_permille))
        response.jitter_permille = static_cast<int>(*permille);
    else
        value.error("not_a_number", in_quotes(text) +
                                        " is not a share of the wait; write 0 to 10 with "
                                        "at most three decimals, such as 0.25");
}

void read_retry_after(const Value& value, ResponseSettings& response)
{
    using Format = ResponseSettings::RetryFormat;
    Fields fields(value);
    if (const auto format = fields.find("format"))
        response.retry_format =
            format->choice<Format>({{"seconds", Format::seconds}, {"http_date", Format::http_date}})
                .value_or(response.retry_format);
    if (const auto jitter = fields.find("jitter")) read_jitter(*jitter, response);
    fields.finish();
}

void read_body_file(const Value& value, const std::string& file, ResponseSettings& response)
{
    const auto name = value.text();
    if (!name) return;
    const std::string path = relative_to(file, *name);
    std::error_code ignored;
    // A pipe or a device could keep the reader waiting for ever.
    if (std::filesystem::exists(path, ignored) &&
        !std::filesystem::is_regular_file(path, ignored)) {
        value.error("unreadable_file", in_quotes(path) + " is not a plain file");
        return;
    }
    auto content = read_file(path, max_body_bytes);
    if (content)
        response.file_body = std::move(*content);
    else
        value.error("unreadable_file", in_quotes(path) + " " + content.error().message);
}

void read_content_type(const Value& value, ResponseSettings& response)
{
    const auto text = value.name(); // printable ASCII, as fields are
    if (!text) return;
    if (text->find('/') == std::string::npos)
        value.error("not_a_media_type",
                    in_quotes(*text) + " is not a media type; write one such as application/json");
    else
        response.file_content_type = *text;
}

void read_body(const Value& value, const std::string& file, ResponseSettings& response)
{
    using Body = ResponseSettings::Body;
    if (!value.is_map()) {
        const auto body = value.choice<Body>(
            {{"problem", Body::problem}, {"json", Body::json}, {"text", Body::text}});
        if (body) response.body = *body;
        return;
    }
    response.body = Body::file;
    Fields fields(value);
    if (const auto path = fields.require("file", "write the file's path, as in 'body: { file: "
                                                 "refused.json, content_type: application/json }'"))
        read_body_file(*path, file, response);
    if (const auto type = fields.find("content_type")) read_content_type(*type, response);
    fields.finish();
}

void read_styles(Fields& fields, ResponseSettings& response)
{
    using Structured = ResponseSettings::Structured;
    using XReset = ResponseSettings::XReset;
    using UpstreamHeaders = ResponseSettings::UpstreamHeaders;
    if (const auto value = fields.find("headers")) read_headers(*value, response);
    if (const auto value = fields.find("structured"))
        response.structured = value
                                  ->choice<Structured>({{"draft11", Structured::draft11},
                                                        {"draft12", Structured::draft12},
                                                        {"both", Structured::both}})
                                  .value_or(response.structured);
    if (const auto value = fields.find("x_ratelimit_reset"))
        response.x_ratelimit_reset =
            value->choice<XReset>({{"delta", XReset::delta}, {"epoch", XReset::epoch}})
                .value_or(response.x_ratelimit_reset);
    if (const auto value = fields.find("upstream_headers"))
        response.upstream_headers =
            value
                ->choice<UpstreamHeaders>(
                    {{"replace", UpstreamHeaders::replace}, {"keep", UpstreamHeaders::keep}})
                .value_or(response.upstream_headers);
}

} // namespace

std::optional<int> read_refusal_status(const Value& value)
{
    const auto status = value.integer(400, 599);
    if (!status) return std::nullopt;
    // Answers of these statuses must carry a field of their own (RFC 9110 15.5), which a refusal
    // has no value for; clients would not know what to do.
    constexpr std::array<std::int64_t, 4> need_a_field{401, 405, 407, 426};
    if (std::find(need_a_field.begin(), need_a_field.end(), *status) != need_a_field.end()) {
        value.error("out_of_range", in_quotes(value.node().text) +
                                        " is not the status of a refusal; "
                                        "write 429, or 503 as nginx does");
        return std::nullopt;
    }
    return static_cast<int>(*status);
}

void read_response(const Value& section, Settings& settings)
{
    ResponseSettings& response = settings.response;
    Fields fields(section);
    read_styles(fields, response);
    if (const auto value = fields.find("retry_after")) read_retry_after(*value, response);
    if (const auto value = fields.find("status"))
        response.status = read_refusal_status(*value).value_or(response.status);
    if (const auto value = fields.find("body")) read_body(*value, settings.file, response);
    fields.finish();
}

} // namespace weir
