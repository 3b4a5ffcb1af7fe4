#include "simulation_input.hpp"

#include <fstream>
#include <iostream>

namespace weir {

namespace {

std::string printed_name(const std::string& path)
{
    return path == "-" ? "standard input" : path;
}

Result<std::string> read_stream(std::istream& stream, const std::string& name)
{
    std::string text;
    char piece[64 * 1024];
    while (stream && text.size() <= most_input_bytes) {
        stream.read(piece, sizeof piece);
        text.append(piece, static_cast<std::size_t>(stream.gcount()));
    }
    if (text.size() > most_input_bytes)
        return Error{name + ": it is larger than 256MiB; run it in parts"};
    if (!stream.eof()) return Error{name + ": it cannot be read"};
    return text;
}

Result<std::string> read_input(const std::string& path)
{
    if (path == "-") return read_stream(std::cin, printed_name(path));
    std::ifstream file(path, std::ios::binary);
    return read_stream(file, path);
}

} // namespace

Result<std::vector<Arrival>> made_arrivals(const std::string& process, const std::string& length,
                                           std::uint32_t seed)
{
    constexpr std::string_view prefix = "poisson:";
    if (!process.starts_with(prefix))
        return Error{"--arrivals: '" + process + "' is not poisson:RATE, as in poisson:6/s"};
    const Result<Rate> rate = parse_rate(std::string_view(process).substr(prefix.size()));
    if (!rate) return Error{"--arrivals: " + rate.error().message};
    if (rate->count == 0) return Error{"--arrivals: at a rate of 0 nothing arrives"};
    const Result<Duration> duration = parse_duration(length);
    if (!duration) return Error{"--for: " + duration.error().message};
    if (*duration > most_arrival_time) return Error{"--for: a run takes at most 50 years"};
    std::vector<Arrival> arrivals = poisson_arrivals(*rate, *duration, seed);
    if (arrivals.size() == most_arrivals)
        return Error{"--for: a run takes less than " + std::to_string(most_arrivals) + " arrivals"};
    return arrivals;
}

Result<std::vector<Arrival>> recorded_arrivals(const std::string& path)
{
    const Result<std::string> text = read_input(path);
    if (!text) return text.error();
    return read_arrivals(*text, printed_name(path));
}

Result<AccessLog> logged_requests(const std::string& path, ProgressBar& bar)
{
    const Result<std::string> text = read_input(path);
    if (!text) return text.error();
    return read_access_log(*text, printed_name(path), [&](std::uint64_t done, std::uint64_t all) {
        bar.update("reading", done, all);
    });
}

} // namespace weir
