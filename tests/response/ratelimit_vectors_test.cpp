#include "sample_verdict.hpp"

#include "support/catch.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

using namespace weir;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

Duration seconds_of(const json& number)
{
    return std::chrono::round<Duration>(std::chrono::duration<double>(number.get<double>()));
}

SampleVerdict verdict_of(const json& state)
{
    SampleVerdict sample;
    const bool refused = state.value("status", 200) == 429;
    for (const json& policy : state.at("policies")) {
        const auto limit = policy.at("q").get<std::int64_t>();
        const auto remaining = policy.at("remaining").get<std::int64_t>();
        const Duration reset = seconds_of(policy.at("reset_s"));
        sample.limit(policy.value("name", ""), limit, seconds_of(policy.at("w")),
                     refused && remaining == 0 ? refuses(limit, reset)
                                               : admits(remaining, limit, reset));
    }
    return sample;
}

// The first member of a list: RateLimit holds only the limit that speaks, which is the first in
// all vectors that are run.
std::string first_member(const std::string& list)
{
    return list.substr(0, list.find(", "));
}

} // namespace

// Left out: rl-d07 (a draft that Weir does not write), rl-d08-unit, rl-d08-pk and rl-d12-cost
// (parameters that Weir does not write), rl-int-range (structured_header_test), the X-RateLimit
// ones (x_ratelimit_header_test), the problem and Retry-After ones (problem_test, refusal_test,
// retry_after_test).
TEST_CASE("the published vectors hold for the structured fields", "[response]")
{
    const char* ids[] = {"rl-d08-429", "rl-name-escape", "rl-d12-429"};
    std::ifstream file(WEIR_SOURCE_DIR "/tests/vectors/ratelimit_vectors.json");
    REQUIRE(file);
    const json vectors = json::parse(file).at("vectors");
    for (const char* id : ids) {
        INFO(id);
        const auto found = std::find_if(vectors.begin(), vectors.end(),
                                        [&](const json& vector) { return vector.at("id") == id; });
        REQUIRE(found != vectors.end());
        const SampleVerdict sample = verdict_of(found->at("state"));
        ResponseSettings settings = without_jitter();
        if (std::string(id) == "rl-d12-429")
            settings.structured = ResponseSettings::Structured::draft12;
        std::string text = "HTTP/1.1 200 OK\r\n" + limit_fields(*sample, settings) + "\r\n";
        if ((*sample).refused()) text = refusal_of(*sample, settings);
        const Answer answer(text);
        for (const auto& [name, value] : found->at("headers").items()) {
            INFO(name);
            const auto expected = value.get<std::string>();
            CHECK(answer.fields.at(name) ==
                  (name == "RateLimit" ? first_member(expected) : expected));
        }
    }
}
