#include "sample_verdict.hpp"

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace weir;
using namespace std::chrono_literals;

namespace {

std::string detail_of(const SampleVerdict& sample)
{
    const Answer answer(refusal_of(*sample, without_jitter()));
    return nlohmann::json::parse(answer.body).at("detail");
}

} // namespace

TEST_CASE("the detail says what is allowed, to whom, and when to come back", "[response]")
{
    CHECK(detail_of(used_up()) == "Limit 'burst' allows 10 requests per second for each API key. "
                                  "Try again in 12 seconds.");
}

TEST_CASE("the detail names how this caller was told apart", "[response]")
{
    SampleVerdict sample = used_up();
    sample.part().found = {FoundKey::Status::address, 0};
    CHECK_THAT(detail_of(sample), ContainsSubstring("for each client address."));
    sample.part().found = {FoundKey::Status::shared, 0};
    CHECK_THAT(detail_of(sample), ContainsSubstring("for all callers without a key together."));
    sample.settings().key.sources[0].kind = SourceSettings::Kind::global;
    sample.part().found = {FoundKey::Status::found, 0};
    CHECK_THAT(detail_of(sample), ContainsSubstring("for all callers together."));
}

TEST_CASE("what does not cost one unit is not counted in requests", "[response]")
{
    SampleVerdict sample = used_up();
    sample.part().cost = 5;
    CHECK(detail_of(sample) == "Limit 'burst' allows 10 units per second for each API key. "
                               "This request costs 5. Try again in 12 seconds.");
}

TEST_CASE("where no wait helps the detail says so", "[response]")
{
    SampleVerdict sample;
    sample.limit("burst", 10, 1s, refuses(10, {}, 10));
    sample.part().cost = 11;
    CHECK(detail_of(sample) == "Limit 'burst' allows 10 units per second for each API key. "
                               "This request costs 11. No wait makes this request fit.");
}

TEST_CASE("windows are told by their limit", "[response]")
{
    LimitSettings settings = used_up().settings();
    settings.name = "daily";
    settings.limiter.algorithm = Algorithm::fixed_window;
    settings.limiter.rate = {};
    settings.limiter.limit = 1000;
    settings.limiter.window = 24h;
    SampleVerdict sample;
    sample.limit(settings, refuses(1000, 1h));
    CHECK_THAT(detail_of(sample), ContainsSubstring("allows 1000 requests per day"));
}

TEST_CASE("names with any characters survive the way into JSON", "[response]")
{
    SampleVerdict sample = used_up();
    sample.settings().name = "a\"b\\c\n\xC3\xA9";
    CHECK_THAT(detail_of(sample), ContainsSubstring("Limit 'a\"b\\c\n\xC3\xA9' allows"));
}
