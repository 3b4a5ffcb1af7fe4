#include "reading.hpp"
#include "vectors.hpp"

#include <weir/http/proxy_protocol.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <map>
#include <set>

using namespace weir;
using nlohmann::json;

namespace {

// The vectors whose targets must arrive unchanged ask for this.
constexpr PathOptions unchanged{.encoded_slash = PathOptions::EncodedSlash::keep,
                                .forward = PathOptions::Forward::as_received};

// Vectors that only the whole proxy can decide, and why. The parsers accept their bytes.
const std::map<std::string, const char*> for_the_proxy = {
    {"ka-slow-body", "a body timeout"},
    {"body-too-large-cl", "the body limit"},
    {"cl-2to32plus5", "the body limit"},
    {"cl-short-then-fin", "the client half-closes within the body"},
    {"ch-no-final", "the client half-closes within the body"},
    {"tgt-options-star", "answered by Weir itself"},
    {"trace-mf0", "TRACE is refused by the proxy"},
    {"trace-plain", "TRACE is refused by the proxy"},
    {"options-mf5", "Max-Forwards is the proxy's business"},
    {"options-mf-bad", "Max-Forwards is the proxy's business"},
    {"rl-429", "limits"},
    {"rl-429-post-body", "limits"},
    {"rl-429-10", "limits"},
    {"rl-429-close", "limits"},
    {"exp-100", "the body follows a 100"},
    {"up-empty-close", "no bytes at all"},
    {"up-timeout-header", "no bytes at all"},
    {"up-short-cl", "the upstream closes within the body"},
    {"up-unsolicited", "bytes before the request"},
    {"up-101-unasked", "what the request asked for"},
    {"up-1xx-flood", "the number of interim answers"},
    {"up-head-te", "the request's method"},
};

// Vectors where a stricter or looser choice than the first one conforms too, and is Weir's.
const std::set<std::string> by_alternative = {
    "upg-then-pipelined", // the parsers see two requests; the proxy holds the second one back
    "up-sp-colon",        // 502 instead of mending the line
};

bool among(const json& statuses, int status)
{
    return statuses.is_array() &&
           std::find(statuses.begin(), statuses.end(), status) != statuses.end();
}

bool rejected_as_expected(const json& vector, const Reading& reading)
{
    return reading.fault != 0 && (among(vector["expect"].value("status", json()), reading.fault) ||
                                  among(vector.value("alt_status", json()), reading.fault));
}

void check_forwarded(const json& vector, const Reading& reading)
{
    const json forwarded = vector["expect"].value("forwarded", json::object());
    REQUIRE_FALSE(reading.messages.empty());
    const ReadMessage& message = reading.messages.front();
    CHECK(reading.fault == 0);
    CHECK(message.complete);
    if (forwarded.contains("method"))
        CHECK(message.method == forwarded["method"].get<std::string>());
    if (forwarded.contains("body")) CHECK(message.body == forwarded["body"].get<std::string>());
    if (forwarded.contains("host"))
        CHECK(message.authority == forwarded["host"].get<std::string>());
    if (forwarded.contains("target") && message.target.front() == '/')
        CHECK(message.target == forwarded["target"].get<std::string>());
    if (forwarded.contains("target") && message.target.front() != '/')
        CHECK(message.path == forwarded["target"].get<std::string>());
    for (const std::string name : forwarded.value("headers_present", json::array()))
        CHECK(message.has(name));
    for (const std::string name : forwarded.value("headers_absent", json::array()))
        CHECK_FALSE(message.has(name));
    if (vector["expect"].contains("upstream_requests"))
        CHECK(reading.messages.size() == vector["expect"]["upstream_requests"]);
    if (vector["expect"].value("close", json()) == true) CHECK_FALSE(message.keep_alive);
    if (vector["expect"].value("close", json()) == false) CHECK(message.keep_alive);
}

} // namespace

TEST_CASE("every request vector gets its verdict, whole and byte by byte", "[http][vectors]")
{
    int run = 0;
    for (const json& vector : load_vectors("h1_vectors.json")) {
        const std::string id = vector["id"];
        if (vector["kind"] == "upstream-response" || vector.contains("listener")) continue;
        const std::string bytes = wire_bytes(vector);
        INFO(id);

        const Reading reading = read_requests(bytes, whole(), {}, unchanged);
        INFO(describe(reading));
        CHECK(reading == read_requests(bytes, single_bytes(), {}, unchanged));
        ++run;

        const std::string action = vector["expect"]["action"];
        if (for_the_proxy.contains(id)) {
            CHECK(reading.fault == 0);
        } else if (by_alternative.contains(id)) {
            CHECK(vector["alt_action"] == "forward");
            CHECK(reading.fault == 0);
        } else if (action == "forward") {
            check_forwarded(vector, reading);
        } else {
            CHECK(rejected_as_expected(vector, reading));
        }
    }
    CHECK(run == 174);
}

TEST_CASE("every upstream vector gets its verdict, whole and byte by byte", "[http][vectors]")
{
    int run = 0;
    for (const json& vector : load_vectors("h1_vectors.json")) {
        const std::string id = vector["id"];
        if (vector["kind"] != "upstream-response") continue;
        const std::string bytes = wire_bytes(vector);
        INFO(id);

        Reading reading = read_responses(bytes, whole());
        INFO(describe(reading));
        CHECK(reading == read_responses(bytes, single_bytes()));
        ++run;
        if (for_the_proxy.contains(id)) {
            CHECK(reading.fault == 0);
            continue;
        }
        const json& expect = vector["expect"];
        if (expect["action"] == "forward" && !by_alternative.contains(id)) {
            const auto final =
                std::find_if(reading.messages.begin(), reading.messages.end(),
                             [](const ReadMessage& message) { return message.status >= 200; });
            REQUIRE(final != reading.messages.end());
            if (vector["expect"].contains("body"))
                CHECK(final->body == expect["body"].get<std::string>());
            for (const std::string name : vector.value("client_headers_present", json::array()))
                if (name != "Date") CHECK(final->has(name));
        } else {
            // Behind a valid head the chunk decoder reports, and the proxy ends the connection.
            CHECK(reading.fault == (reading.messages.empty() ? 502 : 400));
        }
    }
    CHECK(run == 22);
}

TEST_CASE("every PROXY protocol vector gets its verdict, whole and byte by byte", "[http][vectors]")
{
    int run = 0;
    for (const json& vector : load_vectors("h1_vectors.json")) {
        if (!vector.contains("listener")) continue;
        const std::string bytes = wire_bytes(vector);
        const json& expect = vector["expect"];
        INFO(vector["id"].get<std::string>());
        ++run;

        const ProxyHeader header = parse_proxy_header(bytes);
        ProxyHeader pieced;
        for (std::size_t size = 0; size <= bytes.size(); ++size) {
            pieced = parse_proxy_header(std::string_view(bytes).substr(0, size));
            if (pieced.status != ProxyHeader::Status::need_more) break;
        }
        CHECK(pieced.status == header.status);
        CHECK(pieced.size == header.size);

        if (vector["id"] == "pp1-twice") { // the second one is for the request parser to refuse
            CHECK(read_requests(bytes.substr(header.size), whole()).fault == 400);
        } else if (expect["action"] == "close") {
            CHECK(header.status == ProxyHeader::Status::faulty);
        } else {
            REQUIRE(header.status == ProxyHeader::Status::complete);
            CHECK((header.client ? header.client->to_string() : "<peer>") ==
                  expect["client_ip"].get<std::string>());
            CHECK(read_requests(bytes.substr(header.size), whole()).messages.size() == 1);
        }
    }
    CHECK(run == 17);
}
