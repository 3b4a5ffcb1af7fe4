#include "command_line.hpp"
#include "simulation_report.hpp"
#include "verbs.hpp"

#include <weir/base/nearest_name.hpp>
#include <weir/config/load.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>

namespace weir {

namespace {

constexpr std::string_view me = "weir simulate";
constexpr std::size_t most_file_bytes = std::size_t{256} << 20;

struct Options {
    std::string config;
    std::string route;
    std::string arrivals; // "poisson:6/s"
    std::string length;
    std::uint32_t seed = 42;
    std::string arrivals_file;
    bool compare = false;
    bool json = false;
};

// Exit code, or nothing when `options` are complete.
std::optional<int> parse_options(Options& options, const Arguments& arguments)
{
    std::string later;
    CommandLine line("simulate");
    line.app.add_option("-c,--config", options.config, "the configuration file")->required();
    line.app.add_option("--route", options.route, "the route whose limits decide")->required();
    auto* process =
        line.app.add_option("--arrivals", options.arrivals, "poisson:RATE, as in poisson:6/s");
    auto* length = line.app.add_option("--for", options.length, "how long, as in 30s");
    auto* seed =
        line.app.add_option("--seed", options.seed, "the trace's seed")->capture_default_str();
    auto* file = line.app.add_option("--arrivals-file", options.arrivals_file,
                                     "lines 'seconds[,key[,cost]]' instead of --arrivals");
    line.app.add_flag("--compare", options.compare, "also run every algorithm alone");
    line.app.add_flag("--json", options.json, "print the report as JSON");
    auto* replay = line.app.add_option("--replay", later, "not in this version yet");
    auto* html = line.app.add_option("--html", later, "not in this version yet");
    length->needs(process);
    seed->needs(process);
    file->excludes(process);
    if (const auto code = line.parse(arguments)) return *code;
    if (*replay) return usage_error(me, "--replay is not in this version of weir yet");
    if (*html) return usage_error(me, "--html is not in this version of weir yet");
    if (!*process && !*file) return usage_error(me, "--arrivals or --arrivals-file is missing");
    if (*process && !*length) return usage_error(me, "--arrivals needs --for, as in --for 30s");
    return {};
}

Result<std::vector<Arrival>> made_arrivals(const Options& options)
{
    constexpr std::string_view prefix = "poisson:";
    if (!options.arrivals.starts_with(prefix))
        return Error{"--arrivals: '" + options.arrivals +
                     "' is not poisson:RATE, as in poisson:6/s"};
    const Result<Rate> rate = parse_rate(std::string_view(options.arrivals).substr(prefix.size()));
    if (!rate) return Error{"--arrivals: " + rate.error().message};
    if (rate->count == 0) return Error{"--arrivals: at a rate of 0 nothing arrives"};
    const Result<Duration> length = parse_duration(options.length);
    if (!length) return Error{"--for: " + length.error().message};
    if (*length > most_arrival_time) return Error{"--for: a run takes at most 50 years"};
    std::vector<Arrival> arrivals = poisson_arrivals(*rate, *length, options.seed);
    if (arrivals.size() == most_arrivals)
        return Error{"--for: a run takes less than " + std::to_string(most_arrivals) + " arrivals"};
    return arrivals;
}

Result<std::vector<Arrival>> recorded_arrivals(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string text;
    char piece[64 * 1024];
    while (file && text.size() <= most_file_bytes) {
        file.read(piece, sizeof piece);
        text.append(piece, static_cast<std::size_t>(file.gcount()));
    }
    if (!file.eof()) return Error{path + ": cannot be read, or is larger than 256MiB"};
    return read_arrivals(text, path);
}

const RouteSettings* find_route(const Settings& settings, const std::string& name)
{
    const auto found = std::ranges::find(settings.routes, name, &RouteSettings::name);
    if (found != settings.routes.end()) return &*found;
    std::vector<std::string_view> names;
    for (const RouteSettings& route : settings.routes)
        names.push_back(route.name);
    const std::string_view nearest = nearest_name(name, names);
    const std::string hint =
        nearest.empty() ? "" : "; did you mean '" + std::string(nearest) + "'?";
    usage_error(me, "--route: '" + name + "' is not a route of the file" + hint);
    return nullptr;
}

} // namespace

int simulate_verb(const Arguments& arguments)
{
    Options options;
    if (const auto code = parse_options(options, arguments)) return *code;

    const Loaded loaded = load_file(options.config, process_environment());
    for (const Finding& finding : loaded.findings)
        std::cerr << finding.to_string() << "\n";
    if (!loaded.settings) return 1;
    const RouteSettings* route = find_route(*loaded.settings, options.route);
    if (!route) return 2;

    const bool recorded = !options.arrivals_file.empty();
    const Result<std::vector<Arrival>> arrivals =
        recorded ? recorded_arrivals(options.arrivals_file) : made_arrivals(options);
    if (!arrivals) {
        const int wrong_usage = usage_error(me, arrivals.error().message);
        return recorded ? 1 : wrong_usage; // a faulty file is not a slip in the command
    }
    const SimulationReport report =
        simulate(*route, *arrivals, loaded.settings->max_keys, options.compare);
    std::cout << (options.json ? to_json(report, options.compare) : to_text(report));
    return 0;
}

} // namespace weir
