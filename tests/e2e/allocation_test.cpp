// Allocation-free in the steady state: what a request needs, its connection already has.
//
// Weir runs with a library that counts its heap allocations. After a warm-up, in which buffers and
// pools get their sizes, ten thousand requests must not add one. Not built with sanitizers, which
// bring an allocator of their own.

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

// The file that Weir counts in, mapped here too.
class AllocationCounter {
public:
    AllocationCounter() : file_(folder_.write("allocations", std::string(sizeof(Counter), '\0')))
    {
        const int descriptor = open(file_.c_str(), O_RDWR | O_CLOEXEC);
        void* mapped =
            mmap(nullptr, sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        ::close(descriptor);
        if (mapped == MAP_FAILED) throw std::runtime_error("cannot map the allocation counter");
        counter_ = static_cast<const Counter*>(mapped);
    }
    ~AllocationCounter() { munmap(const_cast<Counter*>(counter_), sizeof(Counter)); }
    AllocationCounter(const AllocationCounter&) = delete;
    AllocationCounter& operator=(const AllocationCounter&) = delete;

    std::uint64_t value() const { return counter_->load(); }
    WeirOptions options() const
    {
        return {.environment = {"LD_PRELOAD=" WEIR_COUNT_ALLOCATIONS_LIBRARY,
                                "WEIR_ALLOCATION_COUNTER=" + file_},
                .max_files = 0};
    }

private:
    using Counter = std::atomic<std::uint64_t>;

    TempDir folder_;
    std::string file_;
    const Counter* counter_ = nullptr;
};

constexpr const char* routes = R"(
threads: 1
keys: { caller: { source: header, name: X-API-Key } }
routes:
  - match: /refused
    upstream: api
    limits: [{ key: ip, algorithm: token_bucket, rate: 1/d, capacity: 1 }]
  - match: /**
    upstream: api
    limits:
      - { key: ip, algorithm: token_bucket, rate: 1000000/s, capacity: 1000000 }
      - { key: caller, algorithm: fixed_window, limit: 1000000, window: 1h, align: key }
)";

std::uint64_t allocations(const AllocationCounter& counter, TestClient& client,
                          const std::string& request, int expected_status)
{
    const auto ask = [&](int times) {
        int as_expected = 0;
        for (int time = 0; time < times; ++time)
            as_expected += client.ask(request).status == expected_status;
        return as_expected;
    };
    ask(500);
    const std::uint64_t before = counter.value();
    REQUIRE(before > 0); // the counter counts at all
    CHECK(ask(10'000) == 10'000);
    return counter.value() - before;
}

} // namespace

TEST_CASE("ten thousand requests of a connection allocate nothing", "[e2e]")
{
    const std::string log =
        GENERATE(as<std::string>{}, "log: { access: off, decisions: off }", "# the default log");
    INFO(log);
    const AllocationCounter counter;
    FakeUpstream upstream;
    RunningWeir weir(upstream, log + routes, counter.options());
    TestClient client(weir.port());
    const std::string fields = "User-Agent: test/1.0\r\nAccept: */*\r\nX-API-Key: k1\r\n"
                               "X-Forwarded-For: 203.0.113.7\r\nCookie: sid=1; theme=dark\r\n";
    SECTION("forwarded")
    {
        CHECK(allocations(counter, client, get("/forwarded?q=1", fields), 200) == 0);
    }
    SECTION("forwarded with a body")
    {
        const std::string request = post("/forwarded", std::string(1000, 'b'), fields);
        CHECK(allocations(counter, client, request, 200) == 0);
    }
    SECTION("refused")
    {
        client.ask(get("/refused"));
        CHECK(allocations(counter, client, get("/refused", fields), 429) == 0);
    }
}
