#include <weir/telemetry/event_log.hpp>
#include <weir/telemetry/log.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

using namespace weir;

namespace {

// What `action` writes to stderr.
std::string stderr_of(const std::function<void()>& action)
{
    std::FILE* file = std::tmpfile();
    REQUIRE(file != nullptr);
    const int kept = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    action();
    dup2(kept, STDERR_FILENO);
    close(kept);
    std::string text(static_cast<std::size_t>(lseek(fileno(file), 0, SEEK_END)), '\0');
    REQUIRE(pread(fileno(file), text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()));
    std::fclose(file);
    return text;
}

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        REQUIRE(end != text.npos); // no line is cut short
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

} // namespace

TEST_CASE("decisions and accesses are lines with names and values", "[telemetry]")
{
    const std::string text = stderr_of([] {
        EventWriter writer(LogSettings{});
        EventLog log({}, writer);
        log.write(DecisionEvent{"id1", "/**", "burst", "ip", "8de8", "token_bucket", "refused", 5,
                                0, 12, 429});
        log.write(AccessEvent{"id2", "203.0.113.9", "GET", "/a \"b\"\n", "", 404, 321, 55});
        log.flush();
    });
    const auto lines = lines_of(text);
    REQUIRE(lines.size() == 2);
    CHECK_THAT(lines[0],
               ContainsSubstring(" decision request_id=id1 route=/** limit=burst key_kind=ip "
                                 "key_hash=8de8 algorithm=token_bucket decision=refused cost=5 "
                                 "remaining=0 retry_after=12 store=memory store_us=0 status=429"));
    CHECK_THAT(lines[1], ContainsSubstring(R"(target="/a \"b\"\u000a" route="" status=404)"));
}

TEST_CASE("in JSON every line is one object, whatever a client sent", "[telemetry]")
{
    LogSettings settings;
    settings.format = LogSettings::Format::json;
    const std::string hostile("/\x01\x7f\xff\"\\\n{}", 9);
    const std::string text = stderr_of([&] {
        EventWriter writer(LogSettings{});
        EventLog log(settings, writer);
        log.write(AccessEvent{"id", "::1", "GET", hostile, "r", 200, 1, 2});
        log.write(AccessEvent{"id", "::1", "GET", std::string(100'000, '"'), "r", 200, 1, 2});
    });
    for (const std::string& line : lines_of(text)) {
        const auto parsed = nlohmann::json::parse(line, nullptr, false);
        REQUIRE(parsed.is_object());
        CHECK(parsed["status"] == 200);
        CHECK(line.size() < 16 * 1024);
    }
}

TEST_CASE("lines of several loops come whole, and none is lost while the writer keeps up",
          "[telemetry]")
{
    constexpr int loops = 3;
    constexpr int each = 2000;
    std::uint64_t dropped = 0;
    const std::string text = stderr_of([&] {
        EventWriter writer(LogSettings{});
        {
            std::vector<std::thread> threads;
            for (int i = 0; i < loops; ++i)
                threads.emplace_back([&] {
                    EventLog log({}, writer);
                    for (int n = 0; n < each; ++n) {
                        log.write(AccessEvent{"id", "::1", "GET", "/x", "r", 200, 1, 2});
                        if (n % 100 == 0) log.flush();
                    }
                });
            for (std::thread& thread : threads)
                thread.join();
        }
        dropped = writer.dropped();
    });
    CHECK(lines_of(text).size() + dropped == loops * each);
}

TEST_CASE("the process log says what happened in one line, also in JSON", "[telemetry]")
{
    const std::string text = stderr_of([] {
        LogSettings settings;
        settings.format = LogSettings::Format::json;
        configure_log(settings);
        log_info("listening on \"x\"\n");
        log_debug("not at this level");
        configure_log({});
    });
    const auto lines = lines_of(text);
    REQUIRE(lines.size() == 1);
    const auto parsed = nlohmann::json::parse(lines[0], nullptr, false);
    REQUIRE(parsed.is_object());
    CHECK(parsed["message"] == "listening on \"x\"\n");
    CHECK(parsed["level"] == "info");
}
