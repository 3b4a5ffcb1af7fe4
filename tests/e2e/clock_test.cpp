// The wall clock of the real process is stepped: no limit is forgotten, prolonged or stranded.

#include "support/catch.hpp"
#include "support/fake_upstream.hpp"
#include "support/running_weir.hpp"
#include "support/temp_dir.hpp"
#include "support/test_client.hpp"

#include <atomic>
#include <cstdint>
#include <fcntl.h>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

using namespace weir;

namespace {

// Weir's wall clock, in seconds from the true one.
class ShiftedClock {
public:
    ShiftedClock() : file_(folder_.write("shift", std::string(sizeof(Shift), '\0')))
    {
        const int descriptor = open(file_.c_str(), O_RDWR | O_CLOEXEC);
        void* mapped =
            mmap(nullptr, sizeof(Shift), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        ::close(descriptor);
        if (mapped == MAP_FAILED) throw std::runtime_error("cannot map the clock's shift");
        shift_ = static_cast<Shift*>(mapped);
    }
    ~ShiftedClock() { munmap(shift_, sizeof(Shift)); }
    ShiftedClock(const ShiftedClock&) = delete;
    ShiftedClock& operator=(const ShiftedClock&) = delete;

    void set(std::int64_t seconds) { shift_->store(seconds); }
    WeirOptions options() const
    {
        return {
            .environment = {"LD_PRELOAD=" WEIR_SHIFT_CLOCK_LIBRARY, "WEIR_CLOCK_SHIFT=" + file_},
            .max_files = 0};
    }

private:
    using Shift = std::atomic<std::int64_t>;

    TempDir folder_;
    std::string file_;
    Shift* shift_ = nullptr;
};

constexpr std::int64_t hour = 3600;
constexpr std::int64_t year = 366 * 24 * hour;

const std::string limits = R"(
response: { retry_after: { jitter: 0 } }
keys: { name: { source: header, name: X-Name } }
routes:
  - match: /window
    upstream: api
    limits: [{ key: name, algorithm: fixed_window, limit: 3, window: 1h, align: key }]
  - match: /log
    upstream: api
    limits: [{ key: name, algorithm: sliding_window_log, limit: 3, window: 1h }]
  - match: /bucket
    upstream: api
    limits: [{ key: name, algorithm: token_bucket, rate: 3/h, capacity: 3 }]
  - match: /short
    upstream: api
    limits: [{ key: name, algorithm: fixed_window, limit: 1, window: 500ms, align: key }]
)";

std::string ask(const std::string& path)
{
    return "GET " + path + " HTTP/1.1\r\nHost: a.test\r\nX-Name: n\r\n\r\n";
}

} // namespace

TEST_CASE("C44 C97 steps of the wall clock change no limit", "[e2e][case]")
{
    const std::int64_t step = GENERATE(-hour, year, -10 * year);
    CAPTURE(step);
    ShiftedClock clock;
    FakeUpstream upstream;
    RunningWeir weir(upstream, limits, clock.options());
    TestClient client(weir.port());
    for (const char* path : {"/window", "/log", "/bucket"})
        for (int request = 0; request < 3; ++request)
            CHECK(client.ask(ask(path)).status == 200);
    const std::string date = client.ask(ask("/bucket")).field("Date");

    clock.set(step);
    for (const char* path : {"/window", "/log", "/bucket"}) {
        INFO(path);
        const Response refused = client.ask(ask(path));
        CHECK(refused.status == 429); // as before the step
        CHECK(refused.number("Retry-After") <= hour);
        CHECK(refused.number("Retry-After") >= 1100); // a third of an hour for the bucket
        CHECK(refused.field("Date").substr(8, 17) != date.substr(8, 17)); // it did step
    }
    // And nothing that is used now is stranded when the clock is put right.
    CHECK(client.ask(ask("/short")).status == 200);
    clock.set(0);
    CHECK(client.ask(ask("/short")).status == 429);
    CHECK(wait_until([&] { return client.ask(ask("/short")).status == 200; }, Millis(3000)));
}
