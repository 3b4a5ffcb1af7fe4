#pragma once

#include <weir/simulate/replay.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace weir {

std::string to_text(const AccessLog& log, const ReplayReport& report);
// A replay of one named route has the fields of a simulation's report at the top, and more;
// otherwise these are in `routes`.
std::string to_json(const AccessLog& log, const ReplayReport& report,
                    const ReplaySettings& settings);

// What a reader of the numbers must know about the log: sentences.
std::vector<std::string> replay_notes(const AccessLog& log, const ReplayReport& report);

// Who lacked a key, in words: "42 requests had no api_key (header X-Api-Key): ...". One sentence
// for each source that somebody lacked.
std::vector<std::string> lacking_notes(const SimulationReport::LimitCount& limit);

// "2026-12-01T08:00:00Z", with milliseconds only where there are some.
std::string print_utc(Instant at);

} // namespace weir
