// What one decision of each limiter costs in time and memory: README.md has a measured table.
//
// Every decision hashes a key of 20 bytes first, as the proxy does. The keys of `hit` are drawn at
// random from those in the table, so that each is somewhere else in memory. `ahead` is the same
// when the caller knows its keys a little earlier and tells the store (MemoryStore::prefetch).
// `map` is what one would write first: std::unordered_map by the key's bytes behind a std::mutex.
#include <weir/store/memory_store.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include <malloc.h>

using namespace weir;
using namespace std::chrono_literals;

namespace {

constexpr std::uint64_t million = 1'000'000;
constexpr Instant start{24h * 365 * 56};
constexpr SipSecret secret{0x0706'0504'0302'0100, 0x0f0e'0d0c'0b0a'0908};

// Large enough that nothing is refused while a benchmark runs: a charge is written every time.
AnyLimiter limiter_of(Algorithm algorithm)
{
    return make_limiter({.algorithm = algorithm,
                         .limit = million,
                         .window = 1h,
                         .rate = {10, 1h},
                         .capacity = million});
}

using KeyBytes = std::array<char, 20>;

KeyBytes key_bytes(std::uint64_t number)
{
    KeyBytes bytes{};
    std::memcpy(bytes.data(), &number, sizeof number);
    std::memcpy(bytes.data() + 8, "api-key-", 8);
    std::memcpy(bytes.data() + 16, "2026", 4);
    return bytes;
}

std::uint64_t hashed(std::uint64_t number)
{
    const KeyBytes bytes = key_bytes(number);
    return siphash(secret, {bytes.data(), bytes.size()});
}

// Numbers below `end`, cheap to draw.
class Draw {
public:
    Draw(std::uint64_t seed, std::uint64_t end) : state_(seed * 2 + 1), end_(end) {}
    std::uint64_t operator()()
    {
        state_ = state_ * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
        return (state_ >> 32) * end_ >> 32;
    }

private:
    std::uint64_t state_;
    std::uint64_t end_;
};

Outcome decide(MemoryStore& store, const AnyLimiter& limiter, std::uint64_t key, Instant now)
{
    const Charge charge{.limiter = &limiter, .key = key, .limit = 1, .cost = 1};
    Outcome outcome;
    store.decide({&charge, 1}, now, {&outcome, 1});
    return outcome;
}

void fill(MemoryStore& store, const AnyLimiter& limiter, std::uint64_t keys)
{
    for (std::uint64_t number = 0; number < keys; ++number)
        decide(store, limiter, hashed(number), start);
}

// A full store, kept while the benchmarks of its limiter run one after another.
MemoryStore& full_store(Algorithm algorithm)
{
    static std::unique_ptr<MemoryStore> store;
    static Algorithm of{};
    if (!store || of != algorithm) {
        store.reset();
        store = std::make_unique<MemoryStore>(million);
        of = algorithm;
        fill(*store, limiter_of(algorithm), million);
    }
    return *store;
}

void hit(benchmark::State& state, Algorithm algorithm, std::uint64_t keys)
{
    static MemoryStore* store; // made by the first thread before any other goes on
    const AnyLimiter limiter = limiter_of(algorithm);
    if (state.thread_index() == 0) store = &full_store(algorithm);
    Draw draw(static_cast<std::uint64_t>(state.thread_index()) + 1, keys);
    for (auto _ : state)
        benchmark::DoNotOptimize(decide(*store, limiter, hashed(draw()), start));
}

void ahead(benchmark::State& state, Algorithm algorithm)
{
    MemoryStore& store = full_store(algorithm);
    const AnyLimiter limiter = limiter_of(algorithm);
    Draw draw(1, million);
    std::array<std::uint64_t, 8> known{};
    known.fill(hashed(0));
    std::size_t next = 0;
    for (auto _ : state) {
        const std::uint64_t key = known[next];
        known[next] = hashed(draw());
        store.prefetch(known[next]);
        next = (next + 1) % known.size();
        benchmark::DoNotOptimize(decide(store, limiter, key, start));
    }
}

void insert(benchmark::State& state, Algorithm algorithm)
{
    MemoryStore store(million);
    const AnyLimiter limiter = limiter_of(algorithm);
    std::uint64_t number = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(decide(store, limiter, hashed(number++), start));
}

std::int64_t resident_bytes()
{
    ::malloc_trim(0); // what earlier benchmarks gave back
    std::int64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages >> pages;
    return pages * 4'096;
}

void memory(benchmark::State& state, Algorithm algorithm, std::uint64_t keys)
{
    for (auto _ : state) {
        const std::int64_t before = resident_bytes();
        MemoryStore store(keys);
        fill(store, limiter_of(algorithm), keys);
        const auto live = static_cast<double>(store.live_keys(start));
        state.counters["bytes/key"] = static_cast<double>(store.memory_bytes()) / live;
        state.counters["rss/key"] = static_cast<double>(resident_bytes() - before) / live;
        state.counters["overflowed"] = static_cast<double>(store.overflowed());
    }
}

void report(benchmark::State& state, std::vector<std::int64_t>& nanoseconds)
{
    std::sort(nanoseconds.begin(), nanoseconds.end());
    const auto at = [&](std::size_t per_million) {
        return static_cast<double>(nanoseconds[nanoseconds.size() * per_million / million]);
    };
    state.counters["p50"] = at(500'000);
    state.counters["p99.9"] = at(999'000);
    state.counters["p99.99"] = at(999'900);
    state.counters["max"] = static_cast<double>(nanoseconds.back());
}

// Each decision on its own clock, two readings of which are in every number. First the table grows
// from nothing to a million keys; then, all of them idle, a second million take their places.
void latency(benchmark::State& state, Algorithm algorithm, bool grows)
{
    const AnyLimiter limiter = limiter_of(algorithm);
    for (auto _ : state) {
        MemoryStore store(million);
        if (!grows) fill(store, limiter, million);
        const Instant now = grows ? start : start + 24h * 365 * 20;
        std::vector<std::int64_t> nanoseconds(million);
        for (std::uint64_t number = 0; number < million; ++number) {
            const std::uint64_t key = hashed(grows ? number : number + million);
            const auto before = std::chrono::steady_clock::now();
            decide(store, limiter, key, now);
            nanoseconds[number] = (std::chrono::steady_clock::now() - before) / 1ns;
        }
        report(state, nanoseconds);
    }
}

// The baseline.
class MapStore {
public:
    Outcome decide(const TokenBucket& limiter, const KeyBytes& key, Instant now)
    {
        const std::lock_guard hold(mutex_);
        State& state = states_[std::string(key.data(), key.size())];
        const Outcome outcome = limiter.look(state, 1, now);
        if (outcome.admitted) state = limiter.charge(state, 1, now);
        return outcome;
    }

private:
    std::mutex mutex_;
    std::unordered_map<std::string, State> states_;
};

const TokenBucket bucket({10, 1h}, million);

void map_insert(benchmark::State& state)
{
    MapStore map;
    std::uint64_t number = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(map.decide(bucket, key_bytes(number++), start));
}

void map_hit(benchmark::State& state, std::uint64_t keys)
{
    static std::unique_ptr<MapStore> map;
    if (state.thread_index() == 0) {
        map = std::make_unique<MapStore>();
        for (std::uint64_t number = 0; number < keys; ++number)
            map->decide(bucket, key_bytes(number), start);
    }
    Draw draw(static_cast<std::uint64_t>(state.thread_index()) + 1, keys);
    for (auto _ : state)
        benchmark::DoNotOptimize(map->decide(bucket, key_bytes(draw()), start));
    if (state.thread_index() == 0) map.reset(); // the others are past the loop as well
}

void map_memory(benchmark::State& state, std::uint64_t keys)
{
    for (auto _ : state) {
        const std::int64_t before = resident_bytes();
        MapStore map;
        for (std::uint64_t number = 0; number < keys; ++number)
            map.decide(bucket, key_bytes(number), start);
        state.counters["rss/key"] =
            static_cast<double>(resident_bytes() - before) / static_cast<double>(keys);
    }
}

void hash_alone(benchmark::State& state)
{
    Draw draw(1, million);
    for (auto _ : state)
        benchmark::DoNotOptimize(hashed(draw()));
}

void register_limiter(Algorithm algorithm)
{
    const std::string name(algorithm_name(algorithm));
    const auto add = [&](const std::string& what, auto run) {
        return benchmark::RegisterBenchmark((what + "/" + name).c_str(), run);
    };
    add("hit", [=](benchmark::State& state) { hit(state, algorithm, million); });
    add("hit", [=](benchmark::State& state) { hit(state, algorithm, million); })
        ->Threads(2)
        ->UseRealTime();
    add("hot", [=](benchmark::State& state) { hit(state, algorithm, 1); });
    add("ahead", [=](benchmark::State& state) { ahead(state, algorithm); });
    add("insert", [=](benchmark::State& state) { insert(state, algorithm); })->Iterations(million);
    for (const bool grows : {true, false})
        add(grows ? "latency/growing" : "latency/reusing", [=](benchmark::State& state) {
            latency(state, algorithm, grows);
        })->Iterations(1);
    add("memory/1M", [=](benchmark::State& state) {
        memory(state, algorithm, million);
    })->Iterations(1);
    add("memory/10M", [=](benchmark::State& state) {
        memory(state, algorithm, 10 * million);
    })->Iterations(1);
}

void register_map()
{
    const auto hits = [](benchmark::State& state) { map_hit(state, million); };
    benchmark::RegisterBenchmark("hash", hash_alone);
    benchmark::RegisterBenchmark("hit/map", hits);
    benchmark::RegisterBenchmark("hit/map", hits)->Threads(2)->UseRealTime();
    benchmark::RegisterBenchmark("hot/map", [](benchmark::State& state) { map_hit(state, 1); });
    benchmark::RegisterBenchmark("insert/map", map_insert)->Iterations(million);
    benchmark::RegisterBenchmark("memory/1M/map", [](benchmark::State& state) {
        map_memory(state, million);
    })->Iterations(1);
}

} // namespace

int main(int argc, char** argv)
{
    register_map();
    for (const AlgorithmInfo& info : algorithms)
        register_limiter(info.algorithm);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
