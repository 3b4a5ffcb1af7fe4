// Loaded into Weir with LD_PRELOAD: counts the process's heap allocations into a file that the test
// has mapped too (its path is in WEIR_ALLOCATION_COUNTER). operator new needs no hook of its own,
// since it calls malloc.

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using Counter = std::atomic<std::uint64_t>;
static_assert(Counter::is_always_lock_free && sizeof(Counter) == sizeof(std::uint64_t));

Counter before_mapping;
Counter* counter = &before_mapping;

[[gnu::constructor]] void map_counter()
{
    const char* path = std::getenv("WEIR_ALLOCATION_COUNTER");
    if (path == nullptr) return;
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void* mapped = mmap(nullptr, sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED) counter = static_cast<Counter*>(mapped);
}

void count()
{
    counter->fetch_add(1, std::memory_order_relaxed);
}

} // namespace

// The C library keeps its own functions reachable under these names, so no dlsym is needed, which
// would itself allocate.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size)
{
    count();
    return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size)
{
    count();
    return __libc_calloc(number, size);
}

void* realloc(void* old, std::size_t size)
{
    count();
    return __libc_realloc(old, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size)
{
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void** result, std::size_t alignment, std::size_t size)
{
    count();
    *result = __libc_memalign(alignment, size);
    return *result == nullptr ? 12 : 0; // ENOMEM
}
}
