#include "command_line.hpp"

#include <algorithm>
#include <iostream>

namespace weir {

namespace {

// Arguments and lines of files stand in messages; none of them may steer the terminal.
std::string one_line(std::string text)
{
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    const auto is_control = [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    };
    std::ranges::replace_if(text, is_control, ' ');
    return text;
}

} // namespace

CommandLine::CommandLine(std::string_view verb) : app("", "weir " + std::string(verb))
{
    const auto known = std::ranges::find(verbs(), verb, &Verb::name);
    app.description(std::string(known->help));
}

std::optional<int> CommandLine::parse(const Arguments& arguments)
{
    try {
        app.parse(Arguments(arguments.rbegin(), arguments.rend())); // CLI11 wants the last first
        return {};
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
        return 0;
    } catch (const CLI::Error& error) {
        return usage_error(app.get_name(), error.what());
    }
}

int usage_error(std::string_view who, std::string_view message)
{
    std::cerr << one_line(std::string(who) + ": " + std::string(message)) << "\n";
    return 2;
}

} // namespace weir
