#include "verbs.hpp"

#include "command_line.hpp"

#include <weir/base/nearest_name.hpp>

#include <algorithm>
#include <array>
#include <iostream>

namespace weir {

namespace {

constexpr std::array table{
    Verb{"run", "-c FILE", "serve until SIGTERM or SIGINT", run},
    Verb{"check", "-c FILE [--strict] [--json]", "validate FILE and give advice", check},
    Verb{"explain", "-c FILE 'METHOD TARGET' [-H 'Name: value']... [--ip ADDR] [--json]",
         "show the route, keys and limits of one request; change nothing", explain},
    Verb{"simulate",
         "-c FILE --route NAME (--arrivals poisson:6/s --for 30s | --arrivals-file FILE) "
         "[--compare] [--json] [--html FILE]\n"
         "  weir simulate -c FILE [--route NAME] --replay ACCESS_LOG ...",
         "run routes' limits on made, recorded or logged arrivals, on virtual time", simulate_verb},
    Verb{"demo-upstream", "[--port N]", "start a small origin to try things out on", demo_upstream},
    Verb{"version", "", "print the version", version_verb},
    Verb{"help", "[VERB]", "list the verbs, or explain one", help},
};

// Verbs that this version does not have, so that nobody looks for a slip of their own.
constexpr std::array later{"top", "consumer", "quota", "import"};

// What people type by habit.
std::string_view spelled_out(std::string_view word)
{
    if (word == "-h" || word == "--help") return "help";
    if (word == "-V" || word == "--version") return "version";
    return word;
}

const Verb* find_verb(std::string_view name)
{
    const auto found = std::ranges::find(table, name, &Verb::name);
    return found == table.end() ? nullptr : &*found;
}

int unknown_verb(std::string_view name)
{
    std::string message = "'" + std::string(name) + "' is not ";
    if (std::ranges::find(later, name) != later.end())
        return usage_error("weir", message + "in this version of weir yet");

    std::array<std::string_view, table.size()> names;
    std::ranges::transform(table, names.begin(), &Verb::name);
    const std::string_view nearest = nearest_name(name, names);
    message += "a verb";
    if (!nearest.empty()) message += "; did you mean '" + std::string(nearest) + "'?";
    return usage_error("weir", message + " ('weir help' lists them)");
}

} // namespace

std::span<const Verb> verbs()
{
    return table;
}

int dispatch(const Arguments& arguments)
{
    if (arguments.empty()) return usage_error("weir", "a verb is missing ('weir help' lists them)");
    const Verb* verb = find_verb(spelled_out(arguments.front()));
    if (!verb) return unknown_verb(arguments.front());

    const int code = verb->function(Arguments(arguments.begin() + 1, arguments.end()));
    // A full disk or a closed pipe must not look like success.
    if (std::cout.flush()) return code;
    std::cerr << "weir: cannot write to standard output\n";
    return code == 0 ? 1 : code;
}

int help(const Arguments& arguments)
{
    if (arguments.size() > 1) return usage_error("weir help", "it takes at most one verb");
    if (!arguments.empty()) {
        const Verb* verb = find_verb(spelled_out(arguments.front()));
        if (!verb) return unknown_verb(arguments.front());
        if (verb->name != "help") return verb->function({"--help"});
    }
    std::cout << "weir: an HTTP rate-limiting reverse proxy\n\n";
    for (const Verb& verb : table)
        std::cout << "  weir " << verb.name << (verb.usage.empty() ? "" : " ") << verb.usage
                  << "\n      " << verb.help << "\n";
    std::cout << "\n'weir help VERB' lists a verb's options.\n"
                 "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";
    return 0;
}

} // namespace weir
