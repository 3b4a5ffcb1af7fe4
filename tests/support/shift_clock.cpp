// Loaded into Weir with LD_PRELOAD: shifts its wall clock by as many seconds as the test has
// written into a file that both have mapped (its path is in WEIR_CLOCK_SHIFT). The monotonic clock
// goes on.

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

using Shift = std::atomic<std::int64_t>;
static_assert(Shift::is_always_lock_free && sizeof(Shift) == sizeof(std::int64_t));

Shift none;
Shift* shift = &none;

[[gnu::constructor]] void map_shift()
{
    const char* path = std::getenv("WEIR_CLOCK_SHIFT");
    if (path == nullptr) return;
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void* mapped = mmap(nullptr, sizeof(Shift), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED) shift = static_cast<Shift*>(mapped);
}

} // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time)
{
    const int result = static_cast<int>(syscall(SYS_clock_gettime, clock, time));
    const bool wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (result == 0 && wall) time->tv_sec += shift->load();
    return result;
}

time_t time(time_t* out)
{
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out != nullptr) *out = now.tv_sec;
    return now.tv_sec;
}
}
