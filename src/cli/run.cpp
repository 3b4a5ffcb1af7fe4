#include "verbs.hpp"

#include "command_line.hpp"

#include <weir/config/load.hpp>
#include <weir/server/server.hpp>
#include <weir/telemetry/log.hpp>
#include <weir/version.hpp>

#include <iostream>

namespace weir {

int run(const Arguments& arguments)
{
    std::string file;
    CommandLine line("run");
    line.app.add_option("-c,--config", file, "the configuration file")->required();
    if (const auto code = line.parse(arguments)) return *code;

    Loaded loaded = load_file(file, process_environment());
    for (const Finding& finding : loaded.findings)
        std::cerr << finding.to_string() << '\n';
    if (!loaded.settings) return 1;

    configure_log(loaded.settings->log);
    log_info(std::string("weir ") + version + " starts with " + file);
    Result<std::unique_ptr<Server>> server = Server::create(std::move(*loaded.settings));
    if (!server) {
        log_error(server.error().message);
        return 1;
    }
    for (const std::string& address : (*server)->addresses())
        log_info("listening on " + address);
    (*server)->run();
    return 0;
}

} // namespace weir
