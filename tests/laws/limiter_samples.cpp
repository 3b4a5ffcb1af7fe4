#include "limiter_samples.hpp"

#include <algorithm>

namespace weir {

using namespace std::chrono_literals;

std::vector<LimiterSettings> limiter_samples(Algorithm algorithm)
{
    std::vector<LimiterSettings> samples;
    if (info_of(algorithm).shape == AlgorithmInfo::Shape::slots) return {}; // time plays no part
    if (info_of(algorithm).shape == AlgorithmInfo::Shape::bucket) {
        const Rate rates[] = {{1, 24h}, {5, 24h},      {1, 30 * 24h},   {1, 1s},
                              {3, 1s},  {5, 10s},      {7, 1s},         {10, 1s},
                              {17, 1h}, {999'983, 1s}, {1'000'000, 1s}, {600, 1min},
                              {1, 7ns}, {13, 17ns},    {1, 400 * 24h},  {1'000, 400 * 24h}};
        for (const Rate& rate : rates) {
            for (const std::int64_t capacity : {1, 2, 20, 1'000}) {
                const LimiterSettings sample{
                    .algorithm = algorithm, .rate = rate, .capacity = capacity};
                // Schedules go on for many fill times, and time ends in the year 2262.
                if (limiter_fault(sample) == nullptr && allowance_window(sample) < 900 * 24h)
                    samples.push_back(sample);
            }
        }
        return samples;
    }
    const Duration windows[] = {7ns, 1us, 1s, 3s, 999'983us, 1min, 24h, 30 * 24h, 400 * 24h};
    for (const Duration window : windows)
        for (const std::int64_t limit : {1ll, 3ll, 10ll, 100ll, 999'983ll, 4'294'967'295ll})
            for (const WindowAlign align : {WindowAlign::epoch, WindowAlign::key})
                if (align == WindowAlign::epoch || algorithm == Algorithm::fixed_window)
                    samples.push_back(
                        {.algorithm = algorithm, .limit = limit, .window = window, .align = align});
    return samples;
}

std::string describe(const LimiterSettings& settings)
{
    const bool is_window = info_of(settings.algorithm).shape == AlgorithmInfo::Shape::window;
    const std::string numbers = is_window
                                    ? std::to_string(settings.limit) + " per " +
                                          std::to_string(settings.window.count()) + "ns" +
                                          (settings.align == WindowAlign::key ? " per key" : "")
                                    : std::to_string(settings.rate.count) + " per " +
                                          std::to_string(settings.rate.period.count()) +
                                          "ns, capacity " + std::to_string(settings.capacity);
    return std::string(algorithm_name(settings.algorithm)) + " " + numbers;
}

Duration Choices::gap(const LimiterSettings& settings)
{
    const std::int64_t whole = allowance_window(settings).count();
    const std::int64_t unit = std::max<std::int64_t>(whole / allowance(settings), 1);
    switch (up_to(9)) {
    case 0:
    case 1:
        return Duration{0};
    case 2:
        return Duration{1};
    case 3:
        return Duration{up_to(whole)};
    case 4:
        return Duration{up_to(whole / 8)};
    case 5:
        return one_in(8) ? Duration{up_to(4 * whole)} : Duration{unit};
    default:
        return Duration{up_to(2 * unit)};
    }
}

Cost Choices::cost(const LimiterSettings& settings)
{
    const std::int64_t most = allowance(settings);
    switch (up_to(19)) {
    case 0:
        return most;
    case 1:
        return 1 + up_to(most);
    case 2:
        return std::max<std::int64_t>(1, most / 3);
    default:
        return most < 1'000 || one_in(2) ? 1 + up_to(std::min<std::int64_t>(most / 10, 3))
                                         : 1 + up_to(most / 5);
    }
}

} // namespace weir
