#pragma once

#include <weir/response/refusal.hpp>

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace weir {

// A verdict made by hand, with the limits it points to.
class SampleVerdict {
public:
    // A token bucket of `capacity` that fills within `window`, keyed by X-Api-Key.
    SampleVerdict& limit(std::string name, std::int64_t capacity, Duration window, Outcome outcome)
    {
        LimitSettings settings;
        settings.name = std::move(name);
        settings.limiter.algorithm = Algorithm::token_bucket;
        settings.limiter.rate = {capacity, window};
        settings.limiter.capacity = capacity;
        SourceSettings source;
        source.kind = SourceSettings::Kind::header;
        source.argument = "X-Api-Key";
        settings.key.sources = {source};
        return limit(std::move(settings), outcome);
    }
    SampleVerdict& limit(LimitSettings settings, Outcome outcome)
    {
        const TokenBucket never_asked({1, std::chrono::seconds(1)}, 1); // outcomes are handed in
        limits_.push_back({std::move(settings), never_asked, {}, limits_.size() + 1, {}});
        Verdict::Part& part = verdict_.parts[verdict_.count++];
        part.limit = &limits_.back();
        part.outcome = outcome;
        part.numbers = &limits_.back().settings.limiter;
        part.cost = limits_.back().settings.cost.units;
        part.found.status = FoundKey::Status::found;
        if (!outcome.admitted) verdict_.kind = Verdict::Kind::refused;
        verdict_.speaker = choose_speaker(verdict_);
        return *this;
    }
    LimitSettings& settings() { return limits_.back().settings; }
    Verdict::Part& part() { return verdict_.parts[verdict_.count - 1]; }

    const Verdict& operator*() const { return verdict_; }

private:
    std::deque<Limit> limits_; // stay in place
    Verdict verdict_;
};

inline Outcome admits(std::int64_t remaining, std::int64_t limit, Duration reset)
{
    return {true, limit, remaining, reset, {}};
}

inline Outcome refuses(std::int64_t limit, std::optional<Duration> wait, std::int64_t remaining = 0)
{
    return {false, limit, remaining, std::chrono::hours(1), wait};
}

// One limit, burst: 10 requests per second for each API key, used up; 12 seconds to wait.
inline SampleVerdict used_up()
{
    SampleVerdict sample;
    sample.limit("burst", 10, std::chrono::seconds(1), refuses(10, std::chrono::seconds(12)));
    return sample;
}

inline ResponseSettings without_jitter()
{
    ResponseSettings settings;
    settings.jitter_permille = 0;
    return settings;
}

inline ResponseSettings in_style(ResponseSettings::HeaderStyle style)
{
    ResponseSettings settings = without_jitter();
    settings.headers = {style};
    return settings;
}

inline std::string limit_fields(const Verdict& verdict, const ResponseSettings& settings,
                                std::int64_t wall_seconds = 0, std::int64_t retry_after = 0)
{
    std::string out;
    append_limit_fields(out, verdict, settings, wall_seconds, retry_after);
    return out;
}

inline std::string refusal_of(const Verdict& verdict, const ResponseSettings& settings,
                              const AnswerContext& context = {}, Draw draw = 0)
{
    std::string out;
    append_refusal(out, verdict, settings, context, draw);
    return out;
}

// An answer taken apart. No field may be there twice.
struct Answer {
    std::string status_line;
    std::map<std::string, std::string> fields;
    std::string body;

    explicit Answer(const std::string& text)
    {
        const std::size_t head_end = text.find("\r\n\r\n");
        body = text.substr(head_end + 4);
        std::string_view rest = std::string_view(text).substr(0, head_end + 2);
        const std::size_t first = rest.find("\r\n");
        status_line = rest.substr(0, first);
        rest.remove_prefix(first + 2);
        while (!rest.empty()) {
            const std::string_view line = rest.substr(0, rest.find("\r\n"));
            const std::size_t colon = line.find(": ");
            const bool is_new = fields
                                    .emplace(std::string(line.substr(0, colon)),
                                             std::string(line.substr(colon + 2)))
                                    .second;
            if (!is_new) fields["twice"] = std::string(line);
            rest.remove_prefix(line.size() + 2);
        }
    }
};

} // namespace weir
