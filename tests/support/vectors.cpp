#include "support/vectors.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>

namespace weir {

using nlohmann::json;

static json read_json(const std::string& name)
{
    std::ifstream file(std::string(WEIR_SOURCE_DIR) + "/tests/vectors/" + name);
    if (!file) throw std::runtime_error("cannot read tests/vectors/" + name);
    return json::parse(file);
}

static std::string decode_base64(const std::string& text)
{
    static const std::string alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned bits = 0;
    int count = 0;
    for (const char c : text) {
        const auto digit = alphabet.find(c);
        if (digit == std::string::npos) break; // padding
        bits = bits << 6 | static_cast<unsigned>(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes += static_cast<char>(bits >> count & 0xFF);
        }
    }
    return bytes;
}

// Every {{TEXT*N}} becomes TEXT, N times. TEXT may span lines and is the shortest possible.
static std::string expand_macros(const std::string& text)
{
    static const std::regex macro(R"(\{\{([\s\S]+?)\*(\d+)\}\})");
    std::string result;
    auto rest = text.cbegin();
    for (std::smatch match; std::regex_search(rest, text.cend(), match, macro);) {
        result.append(match.prefix());
        for (int times = std::stoi(match[2]); times > 0; --times)
            result.append(match[1].first, match[1].second);
        rest = match.suffix().first;
    }
    return result.append(rest, text.cend());
}

// Characters of an ascii vector are bytes: JSON's U+0080..U+00FF mean Latin-1.
static std::string latin1(const std::string& utf8)
{
    std::string result;
    for (std::size_t at = 0; at < utf8.size(); ++at) {
        const auto c = static_cast<unsigned char>(utf8[at]);
        if (c < 0x80 || at + 1 == utf8.size()) {
            result += utf8[at];
            continue;
        }
        const auto next = static_cast<unsigned char>(utf8[++at]);
        result += static_cast<char>((c & 0x03) << 6 | (next & 0x3F));
    }
    return result;
}

template <typename Value>
static std::optional<Value> optional_of(const json& object, const char* name)
{
    return object.contains(name) ? std::optional<Value>(object[name].get<Value>()) : std::nullopt;
}

static std::string text_of(const json& object, const char* name)
{
    return object.value(name, std::string());
}

template <typename List>
static List list_of(const json& object, const char* name)
{
    return object.contains(name) ? object[name].get<List>() : List{};
}

static VectorExpectation read_expectation(const json& vector)
{
    const json& expect = vector["expect"];
    VectorExpectation result;
    result.action = expect["action"];
    result.statuses = list_of<std::vector<int>>(expect, "status");
    const json& close = expect["close"];
    result.close = close.is_boolean() ? (close.get<bool>() ? "true" : "false") : "either";
    result.upstream_requests = optional_of<std::size_t>(expect, "upstream_requests");
    result.body = optional_of<std::string>(expect, "body");
    result.client_ip = optional_of<std::string>(expect, "client_ip");
    result.note = text_of(expect, "note");
    result.alt_action = text_of(vector, "alt_action");
    result.alt_statuses = list_of<std::vector<int>>(vector, "alt_status");
    result.alt_upstream_requests = optional_of<std::size_t>(vector, "alt_upstream_requests");
    result.alt_body = optional_of<std::string>(vector, "alt_body");
    return result;
}

static VectorForwarded read_forwarded(const json& expect)
{
    VectorForwarded result;
    if (!expect.contains("forwarded")) return result;
    const json& forwarded = expect["forwarded"];
    using Names = std::vector<std::string>;
    using Values = std::map<std::string, std::string>;
    result.method = optional_of<std::string>(forwarded, "method");
    result.target = optional_of<std::string>(forwarded, "target");
    result.version = optional_of<std::string>(forwarded, "version");
    result.body = optional_of<std::string>(forwarded, "body");
    result.host = optional_of<std::string>(forwarded, "host");
    result.via_suffix = optional_of<std::string>(forwarded, "via_suffix");
    result.headers_present = list_of<Names>(forwarded, "headers_present");
    result.headers_absent = list_of<Names>(forwarded, "headers_absent");
    result.connection_not_forwarded = list_of<Names>(forwarded, "connection_not_forwarded");
    result.header_equals = list_of<Values>(forwarded, "header_equals");
    result.header_absent_value = list_of<Values>(forwarded, "header_absent_value");
    return result;
}

std::vector<HttpVector> read_http_vectors()
{
    std::vector<HttpVector> result;
    for (const json& entry : read_json("h1_vectors.json")) {
        HttpVector vector;
        vector.id = entry["id"];
        vector.kind = entry["kind"];
        const std::string raw = entry["raw"];
        vector.raw = entry["encoding"] == "base64" ? decode_base64(raw) : latin1(raw);
        if (entry["macro"].get<bool>()) vector.raw = expand_macros(vector.raw);
        vector.request = text_of(entry, "request");
        vector.listener = text_of(entry, "listener");
        vector.needs = text_of(entry, "needs");
        vector.then = text_of(entry, "then");
        vector.send_body_after_100 = text_of(entry, "send_body_after_100");
        vector.half_close = entry.value("half_close", false);
        vector.stall = entry.value("stall", false);
        vector.send_before_request = entry.value("send_before_request", false);
        vector.upstream_reusable = optional_of<bool>(entry, "upstream_reusable");
        vector.client_headers_present =
            list_of<std::vector<std::string>>(entry, "client_headers_present");
        vector.key_equals = optional_of<std::string>(entry, "key_equals");
        vector.expect = read_expectation(entry);
        vector.forwarded = read_forwarded(entry["expect"]);
        result.push_back(std::move(vector));
    }
    return result;
}

std::vector<AddressVector> read_address_vectors()
{
    std::vector<AddressVector> result;
    const json file = read_json("ip_vectors.json");
    for (const json& entry : file["vectors"]) {
        AddressVector vector;
        vector.id = entry["id"];
        vector.kind = entry["kind"];
        vector.trusted = list_of<std::vector<std::string>>(entry, "trusted");
        vector.peer = text_of(entry, "peer");
        vector.ip = text_of(entry, "ip");
        vector.headers =
            list_of<std::vector<std::pair<std::string, std::string>>>(entry, "headers");
        vector.client_ip = text_of(entry["expect"], "client_ip");
        vector.key = text_of(entry["expect"], "key");
        result.push_back(std::move(vector));
    }
    return result;
}

} // namespace weir
