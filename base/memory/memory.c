/* Allocates, frees and copies blocks in the memory of the host and of the device, within what the machine has. */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/device/memory_device.h"
#include "base/memory/guard.h"
#include "base/memory/untouched.h"

enum { LINE = 64, HUGE_PAGE = 2 << 20, UNTOUCHED_LEAST = 256 << 10 };

/* Sits before each block, padded to a cache line so that the block keeps its alignment. */
struct head {
    int64_t bytes;
    void *block;   /* what free() wants */
    size_t mapped; /* not 0: what memory_guard_free wants, or, of untouched memory, munmap */
    bool untouched;
    enum space space;
};

static int64_t held[SPACE_COUNT], peak[SPACE_COUNT], countdown;
static bool guarded;
static _Thread_local bool untouched, in_huge_pages; /* of untouched memory */

static void account(enum space space, int64_t bytes)
{
    const int64_t now = __atomic_add_fetch(&held[space], bytes, __ATOMIC_RELAXED);
    int64_t top = __atomic_load_n(&peak[space], __ATOMIC_RELAXED);
    while (now > top && !__atomic_compare_exchange_n(&peak[space], &top, now, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

/* Pages land near the thread that will use them, and no timed loop pays for a page fault. */
static void first_touch(char *p, int64_t bytes)
{
    if (bytes < 8 * HUGE_PAGE) { /* libgomp allocates a team even for a region of one thread */
        memset(p, 0, (size_t)bytes);
        return;
    }
#pragma omp parallel for schedule(static)
    for (int64_t at = 0; at < bytes; at += HUGE_PAGE)
        memset(p + at, 0, (size_t)(bytes - at < HUGE_PAGE ? bytes - at : HUGE_PAGE));
}

/* Large blocks begin at different lines of a page: equal elements of different arrays, which loops use together,
 * would otherwise fall into the same few sets of every cache. */
static size_t stagger(void)
{
    static unsigned blocks;
    return __atomic_fetch_add(&blocks, 1, __ATOMIC_RELAXED) % 16 * 9 * LINE;
}

static int planned_failure(void)
{
    return countdown > 0 && __atomic_sub_fetch(&countdown, 1, __ATOMIC_RELAXED) == 0;
}

static enum status alloc_device(void **out, int64_t bytes)
{
    if (bytes < 0 || planned_failure()) return fail(ST_NOMEM, "no device memory for %.3g MB", (double)bytes / 1e6);
    TRY(memory_device_alloc(out, bytes));
    account(DEVICE, bytes);
    return ST_OK;
}

static size_t whole_lines(int64_t bytes)
{
    return ((size_t)bytes + LINE - 1) / LINE * LINE;
}

static void *alloc_guarded(int64_t bytes)
{
    struct head h = {.bytes = bytes, .space = HOST};
    char *const region = memory_guard_alloc(LINE, whole_lines(bytes), &h.mapped);
    if (!region) return NULL;
    char *const p = region + LINE;
    h.block = region;
    *(struct head *)region = h;
    memory_guard_mark(p, (size_t)bytes, whole_lines(bytes));
    return p;
}

static void free_guarded(const char *p, struct head h)
{
    if (!memory_guard_unchanged(p, (size_t)h.bytes, whole_lines(h.bytes))) abort();
    memory_guard_free(h.block, h.mapped);
}

/* Pages that the kernel hands out when they are first used, all zero; `counted` bytes of them are held. */
static void *alloc_untouched(int64_t bytes, int64_t counted, bool huge, int flags)
{
    const size_t before = LINE + stagger(), more = huge ? HUGE_PAGE : 0;
    struct head h = {.bytes = counted, .mapped = (size_t)bytes + before + more, .untouched = true, .space = HOST};
    h.block = mmap(NULL, h.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
    if (h.block == MAP_FAILED) return NULL;
    const size_t skip = huge ? -(uintptr_t)h.block % HUGE_PAGE : 0;
    if (huge) madvise((char *)h.block + skip, h.mapped - skip, MADV_HUGEPAGE);
    char *const p = (char *)h.block + skip + before;
    *(struct head *)(p - LINE) = h;
    return p;
}

static void *alloc_host(int64_t bytes)
{
    void *block = NULL;
    const size_t align = bytes >= HUGE_PAGE ? HUGE_PAGE : LINE;
    const size_t before = align == HUGE_PAGE ? LINE + stagger() : LINE;
    if (guarded) return alloc_guarded(bytes);
    if (untouched && bytes >= UNTOUCHED_LEAST)
        return alloc_untouched(bytes, bytes, in_huge_pages && bytes >= HUGE_PAGE, 0);
    if (posix_memalign(&block, align, ((size_t)bytes + before + align - 1) / align * align)) return NULL;
    if (align == HUGE_PAGE) madvise(block, (size_t)bytes + before, MADV_HUGEPAGE);
    char *const p = (char *)block + before;
    *(struct head *)(p - LINE) = (struct head){.bytes = bytes, .block = block, .space = HOST};
    first_touch(p, bytes);
    return p;
}

enum status mem_alloc(void *out, enum space space, int64_t bytes)
{
    *(void **)out = NULL;
    if (space == DEVICE) return alloc_device(out, bytes);
    if (bytes < 0 || (size_t)bytes > SIZE_MAX / 2 || planned_failure() || !(*(void **)out = alloc_host(bytes)))
        return fail(ST_NOMEM, "no memory for %.3g MB", (double)bytes / 1e6);
    account(space, bytes);
    return ST_OK;
}

enum status mem_array(void *out, enum space space, int64_t count, int64_t size)
{
    int64_t bytes;
    *(void **)out = NULL;
    if (__builtin_mul_overflow(count, size, &bytes))
        return fail(ST_NOMEM, "no memory for %.3g items of %lld bytes", (double)count, (long long)size);
    return mem_alloc(out, space, bytes);
}

enum status mem_array_for_all(void *out, int64_t count, int64_t size)
{
    const bool before = mem_untouched(true);
    in_huge_pages = true;
    const enum status s = mem_array(out, HOST, count, size);
    in_huge_pages = false;
    mem_untouched(before);
    return s;
}

enum status mem_array_sparse(void *out, int64_t count, int64_t size, int64_t used)
{
    int64_t bytes;
    const int64_t counted = used * size;
    *(void **)out = NULL;
    if (__builtin_mul_overflow(count, size, &bytes) || (size_t)bytes > SIZE_MAX / 2 || planned_failure() ||
        !(*(void **)out = alloc_untouched(bytes, counted, counted >= 8 * HUGE_PAGE, MAP_NORESERVE)))
        return fail(ST_NOMEM, "no addresses for %.3g items of %lld bytes", (double)count, (long long)size);
    account(HOST, counted);
    return ST_OK;
}

void *mem_free(void *p)
{
    if (!p) return NULL;
    const int64_t on_device = memory_device_free(p);
    if (on_device >= 0) {
        account(DEVICE, -on_device);
        return NULL;
    }
    const struct head h = *(struct head *)((char *)p - LINE);
    account(h.space, -h.bytes);
    if (!h.mapped) free(h.block);
    else if (h.untouched) munmap(h.block, h.mapped);
    else free_guarded(p, h);
    return NULL;
}

bool mem_untouched(bool on)
{
    const bool before = untouched;
    untouched = on;
    return before;
}

int64_t mem_held(enum space space)
{
    return __atomic_load_n(&held[space], __ATOMIC_RELAXED);
}

int64_t mem_peak(enum space space)
{
    return __atomic_load_n(&peak[space], __ATOMIC_RELAXED);
}

void mem_peak_reset(void)
{
    for (int s = 0; s < SPACE_COUNT; s++) peak[s] = held[s];
}

void mem_fail_at(int64_t k)
{
    countdown = k;
}

void mem_guard(bool on)
{
    guarded = on;
}
