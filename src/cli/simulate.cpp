#include "command_line.hpp"
#include "html_page.hpp"
#include "progress_bar.hpp"
#include "replay_report.hpp"
#include "simulation_input.hpp"
#include "simulation_report.hpp"
#include "verbs.hpp"

#include <weir/base/nearest_name.hpp>
#include <weir/config/load.hpp>
#include <weir/simulate/replay.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>

#include <unistd.h>

namespace weir {

namespace {

constexpr std::string_view me = "weir simulate";

struct Options {
    std::string config;
    std::string route;
    std::string arrivals; // "poisson:6/s"
    std::string length;
    std::uint32_t seed = 42;
    std::string arrivals_file;
    std::string replay;
    bool compare = false;
    bool json = false;
    std::string html;
};

// Exit code, or nothing when `options` are complete.
std::optional<int> parse_options(Options& options, const Arguments& arguments)
{
    CommandLine line("simulate");
    line.app.add_option("-c,--config", options.config, "the configuration file")->required();
    line.app.add_option("--route", options.route,
                        "the route whose limits decide; with --replay all, unless one is named");
    auto* process =
        line.app.add_option("--arrivals", options.arrivals, "poisson:RATE, as in poisson:6/s");
    auto* length = line.app.add_option("--for", options.length, "how long, as in 30s");
    auto* seed =
        line.app.add_option("--seed", options.seed, "the trace's seed")->capture_default_str();
    auto* file = line.app.add_option("--arrivals-file", options.arrivals_file,
                                     "lines 'seconds[,key[,cost]]' instead of --arrivals");
    auto* replay = line.app.add_option("--replay", options.replay,
                                       "an access log (Common or Combined Log Format, or JSON "
                                       "lines) of at most 256MiB; - is standard input");
    line.app.add_flag("--compare", options.compare, "also run every algorithm alone");
    line.app.add_flag("--json", options.json, "print the report as JSON");
    line.app.add_option("--html", options.html, "also write the report as a page with plots");
    length->needs(process);
    seed->needs(process);
    file->excludes(process);
    if (const auto code = line.parse(arguments)) return *code;
    if (*replay && (*process || *file))
        return usage_error(me, "--replay excludes --arrivals and --arrivals-file");
    if (!*process && !*file && !*replay)
        return usage_error(me, "--arrivals, --arrivals-file or --replay is missing");
    if (*process && !*length) return usage_error(me, "--arrivals needs --for, as in --for 30s");
    if (*replay && options.replay.empty())
        return usage_error(me, "--replay: '' is not a file; - is standard input");
    if (!*replay && options.route.empty())
        return usage_error(me, "--route is missing: the route whose limits decide");
    return {};
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

bool write_page(const std::string& path, const std::string& page)
{
    std::ofstream file(path, std::ios::binary);
    file << page;
    if (file.flush()) return true;
    usage_error(me, "--html: " + path + " cannot be written");
    return false;
}

// The page first: a report on stdout must not be taken for success when the page is not there.
int print(const Options& options, const std::string& report, const HtmlPage& page)
{
    if (!options.html.empty() && !write_page(options.html, to_html(page))) return 1;
    std::cout << report;
    return 0;
}

int run_arrivals(const Options& options, const Settings& settings, const RouteSettings& route)
{
    const bool recorded = !options.arrivals_file.empty();
    const Result<std::vector<Arrival>> arrivals =
        recorded ? recorded_arrivals(options.arrivals_file)
                 : made_arrivals(options.arrivals, options.length, options.seed);
    if (!arrivals) {
        const int wrong_usage = usage_error(me, arrivals.error().message);
        return recorded ? 1 : wrong_usage; // a faulty file is not a slip in the command
    }
    const SimulationReport report =
        simulate(route, *arrivals, settings.max_keys, options.compare, !options.html.empty());
    const std::string source = recorded ? options.arrivals_file
                                        : options.arrivals + " for " + options.length + ", seed " +
                                              std::to_string(options.seed);
    const HtmlPage page{.config = options.config, .source = source, .routes = {report}};
    return print(options, options.json ? to_json(report, options.compare) : to_text(report), page);
}

int run_replay(const Options& options, const Settings& settings)
{
    const SystemClock clock;
    ProgressBar bar(std::cerr, clock, isatty(STDERR_FILENO) == 1);
    const Result<AccessLog> log = logged_requests(options.replay, bar);
    if (!log) {
        bar.clear();
        usage_error(me, log.error().message);
        return 1;
    }
    const ReplaySettings replay_settings{.routes = settings.routes,
                                         .paths = settings.paths,
                                         .head_limits = settings.head_limits,
                                         .trusted_proxies = settings.trusted_proxies,
                                         .client_address = settings.client_address,
                                         .max_keys = settings.max_keys,
                                         .only_route = options.route,
                                         .compare = options.compare,
                                         .with_history = !options.html.empty()};
    const ReplayReport report =
        replay(replay_settings, *log,
               [&](std::uint64_t done, std::uint64_t all) { bar.update("replaying", done, all); });
    bar.clear();
    const HtmlPage page{.config = options.config,
                        .source = options.replay == "-" ? "an access log" : options.replay,
                        .clock_times = true,
                        .notes = replay_notes(*log, report),
                        .routes = report.routes};
    return print(options,
                 options.json ? to_json(*log, report, replay_settings) : to_text(*log, report),
                 page);
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
    const RouteSettings* route = nullptr;
    if (!options.route.empty()) {
        route = find_route(*loaded.settings, options.route);
        if (!route) return 2;
    }
    return options.replay.empty() ? run_arrivals(options, *loaded.settings, *route)
                                  : run_replay(options, *loaded.settings);
}

} // namespace weir
