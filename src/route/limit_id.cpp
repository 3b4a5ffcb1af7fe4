#include "limit_id.hpp"

#include <weir/base/siphash.hpp>
#include <weir/key/sources.hpp>
#include <weir/limit/limiters.hpp>

#include <string>

namespace weir {

namespace {

// Fixed and public (the letters "weir limit ids 1"): the same words must give the same id in every
// process. It protects nothing; callers' keys are hashed with a secret of their own.
constexpr SipSecret id_secret{0x6d696c2072696577, 0x3120736469207469};

// Everything goes in as a decimal length, a colon and the text, so that no two lists of words read
// the same.
void append_word(std::string& words, std::string_view word)
{
    words.append(std::to_string(word.size())).append(":").append(word);
}

void append_source(std::string& words, const SourceSettings& source)
{
    append_word(words, source.name);
    append_word(words, source_kind_name(source.kind));
    append_word(words, source.argument);
    if (source.kind == SourceSettings::Kind::ip) {
        append_word(words, std::to_string(source.ipv4_prefix));
        append_word(words, std::to_string(source.ipv6_prefix));
    }
    append_word(words, std::to_string(source.normalize.size()));
    for (const SourceSettings::Normalize step : source.normalize)
        append_word(words, step == SourceSettings::Normalize::trim ? "trim" : "lowercase");
    append_word(words, std::to_string(source.parts.size()));
    for (const SourceSettings& part : source.parts)
        append_source(words, part);
}

} // namespace

std::uint64_t limit_id(std::string_view route_name, const LimitSettings& limit)
{
    std::string words;
    append_word(words, route_name);
    append_word(words, limit.name);
    append_word(words, algorithm_name(limit.limiter.algorithm));
    append_word(words, missing_name(limit.key.missing));
    for (const SourceSettings& source : limit.key.sources)
        append_source(words, source);
    return siphash(id_secret, words);
}

} // namespace weir
