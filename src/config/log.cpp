#include "decimal.hpp"
#include "sections.hpp"

namespace weir {

namespace {

constexpr int all_of_them = 10'000;

void read_access(const Value& value, LogSettings& log)
{
    if (!value.is_scalar()) {
        value.expected("not_a_choice", "off, all or sample:N%");
        return;
    }
    std::string_view text = value.node().text;
    if (text == "off" || text == "all") {
        log.access_per_10000 = text == "off" ? 0 : all_of_them;
        return;
    }
    std::optional<std::int64_t> share;
    if (text.starts_with("sample:") && text.ends_with('%'))
        share = parse_decimal(text.substr(7, text.size() - 8), 2, all_of_them);
    if (!share || *share == 0)
        value.error("not_a_choice", in_quotes(text) +
                                        " is unknown; write off, all, or sample:N% with N "
                                        "from 0.01 to 100");
    else
        log.access_per_10000 = static_cast<int>(*share);
}

} // namespace

void read_log(const Value& section, Settings& settings)
{
    using Level = LogSettings::Level;
    using Format = LogSettings::Format;
    using Decisions = LogSettings::Decisions;
    LogSettings& log = settings.log;
    Fields fields(section);
    if (const auto value = fields.find("level"))
        log.level = value
                        ->choice<Level>({{"trace", Level::trace},
                                         {"debug", Level::debug},
                                         {"info", Level::info},
                                         {"warn", Level::warn},
                                         {"error", Level::error}})
                        .value_or(log.level);
    if (const auto value = fields.find("format"))
        log.format = value->choice<Format>({{"text", Format::text}, {"json", Format::json}})
                         .value_or(log.format);
    if (const auto value = fields.find("access")) read_access(*value, log);
    if (const auto value = fields.find("decisions"))
        log.decisions = value
                            ->choice<Decisions>({{"off", Decisions::off},
                                                 {"refused", Decisions::refused},
                                                 {"all", Decisions::all}})
                            .value_or(log.decisions);
    if (const auto value = fields.find("keys"))
        log.plain_keys = value->choice<bool>({{"hashed", false}, {"plain", true}}).value_or(false);
    fields.finish();
}

} // namespace weir
