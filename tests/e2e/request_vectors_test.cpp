// Every request vector of tests/vectors/h1_vectors.json through the real binary: whole, and again
// with one byte per write, since a parser that is right on a whole buffer may be wrong at a seam.
//
// Two Weirs serve all of them, one with the defaults and one that leaves paths as received, which
// is what the target vectors ask for. Where Weir's contract decides what the vector leaves open,
// `spec_decides` has the one answer that is right here.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"
#include "support/vectors.hpp"

#include <algorithm>
#include <map>

using namespace weir;

namespace {

constexpr const char* settings = R"(
listen:
  - { address: 127.0.0.1:0 }
  - { address: 127.0.0.1:0, proxy_protocol: true }
trusted_proxies: [127.0.0.0/8]
timeouts: { header: 1s, body: 1s, idle: 5s, write: 5s, drain: 1s }
request_limits: { body: 1MiB }
upstreams:
  api: { servers: [{ address: "UPSTREAM" }], response_timeout: 2s }
routes:
  - match: /limited
    upstream: api
    limits: [{ key: ip, algorithm: fixed_window, limit: 1, window: 1d, align: key }]
  - match: /**
    upstream: api
)";

struct Decision {
    const char* action;
    int status; // 0: the upstream's
};

// The contract's choice.
const std::map<std::string, Decision> spec_decides = {
    {"base-unknown-method", {"forward", 0}}, // a route without methods matches every method
    {"rl-dquote-target", {"reject", 400}},   // `"`, `<` and `>` are refused
    {"rl-long-method", {"reject", 501}},     // standards R-RQ-9: an over-long method is 501
    {"tgt-options-star", {"local", 204}},    {"trace-plain", {"local", 405}},
    {"trace-mf0", {"local", 405}},           {"hdr-long-value", {"reject", 431}},
    {"hdr-long-name", {"reject", 431}},      {"hdr-no-end", {"reject", 431}},
    {"hdr-obs-fold", {"reject", 400}}, // any ambiguity in line ends is 400
    {"cl-octal-trap", {"reject", 400}},      {"te-trail-comma", {"reject", 400}},
    {"ka-slow-body", {"reject", 408}},       {"body-too-large-cl", {"local", 413}},
};

VectorExpectation decided(const HttpVector& vector)
{
    VectorExpectation expect = vector.expect;
    const auto found = spec_decides.find(vector.id);
    if (found == spec_decides.end()) return expect;
    expect.action = found->second.action;
    if (found->second.status != 0) expect.statuses = {found->second.status};
    expect.alt_action.clear();
    expect.alt_statuses.clear();
    expect.alt_upstream_requests.reset();
    return expect;
}

// What came of one vector.
struct Outcome {
    std::vector<Response> responses; // complete ones, until the connection fell quiet or ended
    Peer peer = Peer::open;
    std::size_t upstream_requests = 0;
    std::vector<UpstreamRequest> forwarded;
    std::string fault; // of a response that was not complete

    int status() const { return responses.empty() ? 0 : responses.front().status; }
    bool from_upstream() const
    {
        return !responses.empty() && responses.front().fields().has("X-Upstream");
    }
};

class VectorRun {
public:
    VectorRun(FakeUpstream& upstream, std::uint16_t port, const HttpVector& vector, bool split)
        : upstream_(upstream), vector_(vector), client_(port), split_(split),
          seen_(upstream.requests().size()), whole_(upstream.count_whole())
    {}

    Outcome play()
    {
        if (split_)
            client_.send_byte_by_byte(vector_.raw);
        else
            client_.send(vector_.raw);
        if (vector_.half_close) client_.half_close();
        if (!vector_.send_body_after_100.empty()) {
            client_.wait_for("100 Continue\r\n\r\n");
            client_.send(vector_.send_body_after_100);
        }
        Outcome outcome;
        collect_answers(outcome);
        const std::size_t expected = vector_.expect.upstream_requests.value_or(0);
        upstream_.wait_for_requests(seen_ + expected, Millis(1000));
        look_at_the_end(outcome);
        return outcome;
    }

private:
    // As many answers as the vector has requests that may be answered.
    void collect_answers(Outcome& outcome)
    {
        const std::size_t answers =
            std::max<std::size_t>(vector_.expect.upstream_requests.value_or(1), 1);
        while (outcome.responses.size() < answers) {
            Response response = client_.receive({.to_head = vector_.raw.starts_with("HEAD ")});
            if (!response.complete()) {
                outcome.fault = response.reading.fault;
                break;
            }
            outcome.responses.push_back(std::move(response));
            if (outcome.responses.back().status >= 400 && outcome.responses.back().says_close())
                break;
        }
    }

    // What becomes of the connection: it must end, or take another request. The upstream's count is
    // read where nothing of the vector can be under way any more, and before that other request.
    void look_at_the_end(Outcome& outcome)
    {
        const bool should_stay = vector_.expect.close == "false";
        if (vector_.expect.close != "either" || !outcome.fault.empty())
            outcome.peer = client_.wait_for_close(should_stay ? Millis(0) : Millis(3000));
        outcome.upstream_requests = upstream_.count_whole() - whole_;
        const auto all = upstream_.requests();
        outcome.forwarded.assign(all.begin() + static_cast<std::ptrdiff_t>(seen_), all.end());
        if (should_stay && outcome.peer == Peer::open) {
            client_.send(get("/still-open"));
            if (client_.receive().status != 200) outcome.peer = Peer::closed;
        }
    }

    FakeUpstream& upstream_;
    const HttpVector& vector_;
    TestClient client_;
    bool split_;
    std::size_t seen_;
    std::size_t whole_;
};

bool contains(const std::vector<int>& list, int status)
{
    return std::ranges::find(list, status) != list.end();
}

bool action_conforms(const std::string& action, const std::vector<int>& statuses,
                     const Outcome& outcome)
{
    if (action == "forward") return outcome.from_upstream();
    if (action == "close") return outcome.responses.empty() && outcome.peer != Peer::open;
    return !outcome.responses.empty() && !outcome.from_upstream() &&
           (statuses.empty() || contains(statuses, outcome.status()));
}

bool conforms(const VectorExpectation& expect, const Outcome& outcome)
{
    if (action_conforms(expect.action, expect.statuses, outcome)) return true;
    const bool other_action =
        !expect.alt_action.empty() && action_conforms(expect.alt_action, expect.statuses, outcome);
    const bool other_status =
        !expect.alt_statuses.empty() && action_conforms("reject", expect.alt_statuses, outcome);
    return other_action || other_status;
}

void check_upstream_requests(const VectorExpectation& expect, const Outcome& outcome)
{
    if (!expect.upstream_requests) return;
    // A vector that may be refused instead of forwarded allows none, too.
    const bool as_expected = outcome.upstream_requests == *expect.upstream_requests;
    const bool refused_instead = !expect.alt_statuses.empty() && outcome.upstream_requests == 0;
    const bool forwarded_instead =
        expect.alt_action == "forward" && outcome.from_upstream() &&
        outcome.upstream_requests == expect.alt_upstream_requests.value_or(1);
    INFO("the upstream saw " << outcome.upstream_requests << " whole requests");
    CHECK((as_expected || refused_instead || forwarded_instead));
}

void check_forwarded(const VectorForwarded& expect, const UpstreamRequest& request)
{
    INFO("forwarded as:\n" << request.head.raw << request.body);
    const auto check_equal = [](const std::optional<std::string>& wanted, const std::string& got) {
        if (wanted) CHECK(got == *wanted);
    };
    check_equal(expect.method, request.method);
    check_equal(expect.target, request.target);
    check_equal(expect.version, request.version);
    check_equal(expect.body, request.body);
    check_equal(expect.host, request.field("Host"));
    if (expect.via_suffix) // "1.0 <pseudonym>"
        CHECK(request.field("Via").starts_with(expect.via_suffix->substr(0, 4)));
    for (const std::string& name : expect.headers_present)
        CHECK(request.fields().has(name));
    for (const std::string& name : expect.headers_absent)
        CHECK_FALSE(request.fields().has(name));
    for (const std::string& option : expect.connection_not_forwarded)
        CHECK_THAT(request.field("Connection"), !ContainsSubstring(option));
    for (const auto& [name, value] : expect.header_equals)
        CHECK(request.field(name) == value);
    for (const auto& [name, value] : expect.header_absent_value)
        CHECK(request.field(name) != value);
}

// The client that PROXY protocol named is the one the upstream is told.
void check_client_ip(const std::string& wanted, const UpstreamRequest& request)
{
    CHECK(request.field("X-Forwarded-For") == (wanted == "<peer>" ? "127.0.0.1" : wanted));
}

void judge(const HttpVector& vector, const Outcome& outcome)
{
    const VectorExpectation expect = decided(vector);
    const std::string statuses = expect.statuses.empty() ? "" : std::to_string(expect.statuses[0]);
    INFO("expected: " << expect.action << " " << statuses << ", close " << expect.close);
    INFO("got: status " << outcome.status() << (outcome.from_upstream() ? " of the upstream" : "")
                        << ", " << outcome.responses.size() << " answers, "
                        << (outcome.peer == Peer::open ? "open" : "ended") << " " << outcome.fault);
    CHECK(conforms(expect, outcome));
    const bool forwarded_instead = expect.alt_action == "forward" && outcome.from_upstream();
    if (expect.close == "true" && !forwarded_instead) CHECK(outcome.peer != Peer::open);
    if (expect.close == "false") CHECK(outcome.peer == Peer::open);
    check_upstream_requests(expect, outcome);
    if (outcome.from_upstream() && !outcome.forwarded.empty()) {
        check_forwarded(vector.forwarded, outcome.forwarded.front());
        if (expect.client_ip) check_client_ip(*expect.client_ip, outcome.forwarded.front());
    }
    for (const Response& response : outcome.responses) {
        // Our own errors: problem+json that no cache may keep.
        if (!response.fields().has("X-Upstream") && response.status >= 400) {
            CHECK(response.field("Content-Type") == "application/problem+json");
            CHECK(response.field("Cache-Control") == "no-store");
            CHECK(response.fields().has("Date"));
        }
    }
}

bool wants_received_path(const HttpVector& vector)
{
    return vector.kind == "target" && vector.forwarded.target && vector.raw.starts_with("GET /");
}

} // namespace

TEST_CASE("every request vector is treated as the standards and the contract say", "[e2e][vectors]")
{
    const bool split = GENERATE(false, true);
    FakeUpstream upstream;
    RunningWeir canonical(upstream, settings);
    RunningWeir as_received(upstream, std::string(settings) +
                                          "paths: { forward: as_received, encoded_slash: keep }\n");
    // For the vectors that need an exhausted limit.
    TestClient(canonical.port()).ask(get("/limited"));

    std::size_t played = 0;
    for (const HttpVector& vector : read_http_vectors()) {
        if (vector.kind == "upstream-response") continue; // upstream_vectors_test
        INFO(vector.id << (split ? " (one byte per write): " : ": ") << vector.expect.note);
        const RunningWeir& weir = wants_received_path(vector) ? as_received : canonical;
        const std::uint16_t port = weir.port(vector.listener.empty() ? 0 : 1);
        judge(vector, VectorRun(upstream, port, vector, split).play());
        ++played;
    }
    CHECK(played == 191);
    CHECK(canonical.running());
}
