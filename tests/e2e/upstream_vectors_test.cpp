// The vectors in which the upstream misbehaves: Weir sends the vector's request and gets the
// vector's bytes as an answer.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/test_client.hpp"
#include "support/vectors.hpp"

#include <algorithm>

using namespace weir;

namespace {

constexpr const char* settings = R"(
timeouts: { header: 1s, body: 1s, idle: 5s }
upstreams:
  api: { servers: [{ address: "UPSTREAM" }], response_timeout: 1s }
routes:
  - match: /**
    upstream: api
)";

bool contains(const std::vector<int>& list, int status)
{
    return std::ranges::find(list, status) != list.end();
}

// The upstream of one vector: /x gets the vector's bytes, anything else a plain answer.
void script(FakeUpstream& upstream, const HttpVector& vector, bool split)
{
    if (vector.send_before_request) {
        upstream.greet_with(vector.raw);
        return;
    }
    upstream.on("/x", [&vector, split](UpstreamExchange& exchange) {
        exchange.read_body();
        for (std::size_t at = 0; split && at < vector.raw.size() && vector.raw.size() < 5000; ++at)
            exchange.send(std::string_view(vector.raw).substr(at, 1));
        if (!split || vector.raw.size() >= 5000) exchange.send(vector.raw);
        if (vector.then == "close")
            exchange.close();
        else if (vector.then == "stall")
            exchange.wait_for_close(Millis(5000));
    });
}

bool conforms(const std::string& action, const std::vector<int>& statuses, const Response& response,
              Peer peer)
{
    if (action == "forward") // a status of the upstream, whole
        return response.complete() && response.status < 500 &&
               (statuses.empty() || contains(statuses, response.status));
    if (action == "close") // cut visibly, whether or not the head had gone out
        return (!response.complete() && response.reading.result != ReadResult::malformed &&
                peer != Peer::open) ||
               contains(statuses, response.status);
    return response.complete() && contains(statuses, response.status);
}

void judge(const HttpVector& vector, const Response& response, Peer peer)
{
    const VectorExpectation& expect = vector.expect;
    INFO("expected " << expect.action << ", got " << response.status << " "
                     << response.reading.fault << "\n"
                     << response.head.raw << response.body);
    const bool as_expected = conforms(expect.action, expect.statuses, response, peer);
    const bool other_action =
        !expect.alt_action.empty() && conforms(expect.alt_action, {}, response, peer);
    const bool other_status =
        !expect.alt_statuses.empty() && conforms("reject", expect.alt_statuses, response, peer);
    CHECK((as_expected || other_action || other_status));
    if (response.complete() && response.status < 500) {
        if (expect.body) CHECK(response.body == *expect.body);
        for (const std::string& name : vector.client_headers_present)
            CHECK(response.fields().has(name));
    }
    if (expect.close == "true") CHECK(peer != Peer::open);
}

void play(const HttpVector& vector, bool split)
{
    FakeUpstream upstream;
    script(upstream, vector, split);
    RunningWeir weir(upstream, settings);
    TestClient client(weir.port());
    client.send(vector.request);
    const bool to_head = vector.request.starts_with("HEAD ");
    const Response response = client.receive({.to_head = to_head});
    const bool ends = vector.expect.close == "true" || !response.complete();
    const Peer peer = ends ? client.wait_for_close() : Peer::open;
    judge(vector, response, peer);

    if (vector.send_before_request) return; // every answer of this upstream is broken
    // Whatever it was, the next client gets its own answer, and nothing of this one.
    const Response next = TestClient(weir.port()).ask(get("/next"));
    CHECK(next.status == 200);
    CHECK(next.body == "ok");
    if (vector.upstream_reusable == false) CHECK(upstream.last().connection > 1);
}

} // namespace

TEST_CASE("every upstream vector is relayed, refused with 502 or cut, as it must be",
          "[e2e][vectors]")
{
    const bool split = GENERATE(false, true);
    std::size_t played = 0;
    for (const HttpVector& vector : read_http_vectors()) {
        if (vector.kind != "upstream-response") continue;
        INFO(vector.id << (split ? " (one byte per write): " : ": ") << vector.expect.note);
        play(vector, split);
        ++played;
    }
    CHECK(played == 22);
}
