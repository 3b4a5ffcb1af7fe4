#include <weir/telemetry/log.hpp>

#include "json.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace weir {

namespace {

bool json = false;

spdlog::logger& logger()
{
    static const auto instance = [] {
        auto created = spdlog::stderr_logger_mt("weir");
        created->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
        created->flush_on(spdlog::level::trace);
        return created;
    }();
    return *instance;
}

spdlog::level::level_enum level_of(LogSettings::Level level)
{
    switch (level) {
    case LogSettings::Level::trace:
        return spdlog::level::trace;
    case LogSettings::Level::debug:
        return spdlog::level::debug;
    case LogSettings::Level::info:
        return spdlog::level::info;
    case LogSettings::Level::warn:
        return spdlog::level::warn;
    case LogSettings::Level::error:
        return spdlog::level::err;
    }
    return spdlog::level::info;
}

void write(spdlog::level::level_enum level, std::string_view message)
{
    if (!logger().should_log(level)) return;
    if (!json) {
        logger().log(level, spdlog::string_view_t(message.data(), message.size()));
        return;
    }
    std::string escaped;
    append_json_string(escaped, message);
    logger().log(level, spdlog::string_view_t(escaped.data(), escaped.size()));
}

} // namespace

void configure_log(const LogSettings& settings)
{
    json = settings.format == LogSettings::Format::json;
    logger().set_level(level_of(settings.level));
    if (json)
        logger().set_pattern(R"({"ts":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l","message":%v})",
                             spdlog::pattern_time_type::utc);
}

void log_debug(std::string_view message)
{
    write(spdlog::level::debug, message);
}

void log_info(std::string_view message)
{
    write(spdlog::level::info, message);
}

void log_warn(std::string_view message)
{
    write(spdlog::level::warn, message);
}

void log_error(std::string_view message)
{
    write(spdlog::level::err, message);
}

} // namespace weir
