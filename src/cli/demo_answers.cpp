#include "demo_answers.hpp"

#include <nlohmann/json.hpp>

#include <charconv>
#include <optional>
#include <string_view>

namespace weir {

namespace {

constexpr std::uint64_t max_slow_ms = 600'000;

std::optional<std::uint64_t> number(std::string_view text, std::uint64_t least, std::uint64_t most)
{
    std::uint64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || end != text.data() + text.size()) return {};
    if (value < least || value > most) return {};
    return value;
}

// The value of one parameter of a query, undecoded: "ms" in "a=1&ms=20" is "20".
std::optional<std::string_view> parameter(std::string_view query, std::string_view name)
{
    while (!query.empty()) {
        const std::string_view pair = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(query.size(), pair.size() + 1));
        if (pair.starts_with(name) && pair.substr(name.size()).starts_with('='))
            return pair.substr(name.size() + 1);
    }
    return {};
}

// A body or field that is not UTF-8 is shown with replacement characters, not refused.
std::string compact(const nlohmann::ordered_json& json)
{
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

// One member a line, and one element a line of those that are lists.
std::string as_text(const nlohmann::ordered_json& json)
{
    std::string text;
    for (const auto& [name, value] : json.items()) {
        text += (text.empty() ? "{\n  " : ",\n  ") + compact(name) + ": ";
        if (!value.is_array() || value.empty()) {
            text += compact(value);
            continue;
        }
        const char* before = "[\n    ";
        for (const auto& element : value) {
            text += before + compact(element);
            before = ",\n    ";
        }
        text += "\n  ]";
    }
    return text + "\n}\n";
}

DemoText echo(const DemoRequest& request, const DemoBody& body, const std::string& peer)
{
    nlohmann::ordered_json headers = nlohmann::ordered_json::array();
    for (const auto& field : request)
        headers.push_back({std::string(field.name_string()), std::string(field.value())});

    nlohmann::ordered_json json;
    json["method"] = std::string(request.method_string());
    json["target"] = std::string(request.target());
    json["headers"] = std::move(headers);
    json["body"] = {{"bytes", body.size_bytes}};
    if (body.size_bytes == body.text.size()) json["body"]["text"] = body.text;
    json["peer"] = peer;
    return {.content_type = "application/json", .text = as_text(json)};
}

DemoText bad_request(const std::string& detail)
{
    return {.status = 400,
            .content_type = "application/json",
            .text = as_text({{"status", 400}, {"detail", detail}})};
}

DemoText with_status(std::string_view text)
{
    const auto status = number(text, 200, 599);
    if (!status) return bad_request("/status/NNN takes a number from 200 to 599");
    return {.status = static_cast<int>(*status),
            .content_type = "application/json",
            .text = as_text({{"status", *status}})};
}

} // namespace

DemoAnswer demo_answer(const DemoRequest& request, const DemoBody& body, const std::string& peer)
{
    const std::string_view target(request.target().data(), request.target().size());
    const std::string_view path = target.substr(0, target.find('?'));
    const std::string_view query = target.substr(std::min(target.size(), path.size() + 1));

    if (path == "/slow") {
        const auto ms = number(parameter(query, "ms").value_or("1000"), 0, max_slow_ms);
        if (!ms) return bad_request("/slow?ms=N takes a number up to 600000");
        DemoText answer = echo(request, body, peer);
        answer.wait = std::chrono::milliseconds(*ms);
        return answer;
    }
    if (path.starts_with("/status/")) return with_status(path.substr(8));
    if (path.starts_with("/bytes/")) {
        const auto count = number(path.substr(7), 0, DemoBytes::max_count);
        if (!count) return bad_request("/bytes/N takes a number up to 4294967296");
        return DemoBytes{.count = *count};
    }
    if (path == "/sse") {
        const auto count =
            number(parameter(query, "count").value_or("1000000"), 0, DemoEvents::max_count);
        if (!count) return bad_request("/sse?count=N takes a number up to 1000000");
        return DemoEvents{.count = *count};
    }
    return echo(request, body, peer);
}

} // namespace weir
