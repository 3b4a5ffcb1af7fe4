#include <weir/response/refusal.hpp>

#include <algorithm>

namespace weir {

namespace {

__extension__ using Wide = __int128;

// An even number from 0 to most: the draw taken as a fraction of 2^64.
std::int64_t scaled(Draw draw, std::int64_t most)
{
    return static_cast<std::int64_t>(
        (static_cast<unsigned __int128>(draw) * (static_cast<unsigned __int128>(most) + 1)) >> 64);
}

} // namespace

std::int64_t retry_after_seconds(Duration wait, int jitter_permille, Draw draw)
{
    const std::int64_t least = std::max<std::int64_t>(ceil_seconds(wait), 1);
    if (jitter_permille <= 0) return least;
    constexpr Wide permille_of_a_second = Wide{1'000'000'000} * 1000;
    const Wide share = Wide{std::max(wait, Duration::zero()).count()} * jitter_permille;
    const auto spread =
        static_cast<std::int64_t>((share + permille_of_a_second - 1) / permille_of_a_second);
    return least + scaled(draw, std::max<std::int64_t>(spread, 1));
}

std::optional<std::int64_t> retry_after_seconds(const Verdict& verdict, int jitter_permille,
                                                Draw draw)
{
    if (verdict.promise) {
        const Duration more{scaled(draw, verdict.promise->range.count())};
        return retry_after_seconds(verdict.promise->from + more, 0, draw);
    }
    const std::optional<Duration>& wait = verdict.spokesman().outcome.wait;
    if (!wait) return std::nullopt;
    return retry_after_seconds(*wait, jitter_permille, draw);
}

} // namespace weir
