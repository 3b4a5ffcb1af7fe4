#include "command_line.hpp"
#include "explanation.hpp"
#include "verbs.hpp"

#include <weir/config/load.hpp>

#include <algorithm>
#include <iostream>

namespace weir {

namespace {

// What could not stand in one line of a request head, and so is a slip of the caller's.
bool breaks_the_line(const std::string& text)
{
    return text.find_first_of("\r\n") != text.npos || text.find('\0') != text.npos;
}

// "GET / HTTP/1.1", as people copy it from a log.
bool names_version(std::string_view line)
{
    constexpr std::string_view version = " HTTP/1.1";
    return line.size() > version.size() &&
           line.substr(line.size() - version.size(), version.size() - 1) ==
               version.substr(0, version.size() - 1);
}

std::optional<int> check_asked(const AskedRequest& asked)
{
    const std::string& line = asked.method_and_target;
    if (names_version(line))
        return usage_error("weir explain", "'" + line + "': leave the version out");
    const std::size_t blank = line.find(' ');
    if (blank == 0 || blank == line.npos || blank + 1 == line.size() || breaks_the_line(line))
        return usage_error("weir explain", "'" + line + "' is not 'METHOD TARGET', as in 'GET /'");
    for (const std::string& header : asked.headers)
        if (header.find(':') == header.npos || breaks_the_line(header))
            return usage_error("weir explain", "'" + header + "' is not 'Name: value'");
    return {};
}

} // namespace

int explain(const Arguments& arguments)
{
    std::string file;
    std::string ip = "127.0.0.1";
    std::string body;
    bool json = false;
    AskedRequest asked;
    CommandLine line("explain");
    line.app.add_option("-c,--config", file, "the configuration file")->required();
    line.app.add_option("request", asked.method_and_target, "'METHOD TARGET', as in 'GET /a?b=c'")
        ->required();
    line.app.add_option("-H,--header", asked.headers, "a header field, 'Name: value'; repeatable")
        ->allow_extra_args(false);
    line.app.add_option("--ip", ip, "the address that connects")->capture_default_str();
    CLI::Option* body_option = line.app.add_option("--body", body, "not in this version yet");
    line.app.add_flag("--json", json, "print it as JSON");
    if (const auto code = line.parse(arguments)) return *code;
    if (*body_option)
        return usage_error("weir explain", "--body is not in this version of weir yet");
    const std::optional<IpAddress> peer = IpAddress::parse(ip);
    if (!peer) return usage_error("weir explain", "--ip: '" + ip + "' is not an IP address");
    asked.peer = *peer;
    if (const auto code = check_asked(asked)) return *code;

    const Loaded loaded = load_file(file, process_environment());
    for (const Finding& finding : loaded.findings)
        std::cerr << finding.to_string() << "\n";
    if (!loaded.settings) return 1;
    const Explanation explanation = explain_request(*loaded.settings, asked);
    std::cout << (json ? to_json(explanation) : to_text(explanation, asked));
    return 0;
}

} // namespace weir
