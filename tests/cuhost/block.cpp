/* The life of a block, and its shared memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cuhost/fault.h"
#include "tests/cuhost/sanitize.h"
#include "tests/cuhost/thread.h"

namespace cuhost
{
namespace
{
enum { ARRAYS_BYTES = STATIC_SHARED_BYTES + STATIC_SHARED_ARRAYS * (RED_ZONE + 16) };

void *allocate(size_t bytes)
{
    void *const p = malloc(bytes);
    if (p) return p;
    fputs("cuhost: no memory for a block\n", stderr);
    exit(EXIT_FAILURE);
}

/* memset does not set the bytes: the thread sanitizer would see the first thread to come by write what the others then
 * read. */
void fill(char *p, size_t bytes)
{
    for (volatile char *byte = p; bytes > 0; bytes--) *byte++ = static_cast<char>(NAN_BYTE);
}

/* While one lives, the thread sanitizer attributes operations to a witness that waited for the whole block. If the
 * scheduler itself waited, the threads that it makes later would come after this block, and their races with it would
 * not be detected. */
struct witness {
#ifdef CUHOST_TSAN
    void *const scheduler = __tsan_get_current_fiber();
    explicit witness(block *b)
    {
        static void *const fiber = __tsan_create_fiber(0);
        __tsan_switch_to_fiber(fiber, __tsan_switch_to_fiber_no_sync);
        edge_acquire(&b->end);
    }
    ~witness()
    {
        __tsan_switch_to_fiber(scheduler, __tsan_switch_to_fiber_no_sync);
    }
#else
    explicit witness(block *)
    {
    }
#endif
};
} // namespace

block *block_start(uint3 index, dim3 threads, dim3 blocks, size_t shared_bytes, void (*main)())
{
    const unsigned count = threads.x * threads.y * threads.z;
    block *const b = new block();
    b->threads.resize(count);
    b->warps.resize((count + LANES - 1) / LANES);
    b->shared.reserve(STATIC_SHARED_ARRAYS); /* grown by one thread after the other, it would look like a race */
    b->live = count;
    b->arrays = static_cast<char *>(allocate(ARRAYS_BYTES));
    memory_hide(b->arrays, ARRAYS_BYTES);
    if (shared_bytes > 0) {
        b->dynamic = static_cast<char *>(allocate(shared_bytes));
        memset(b->dynamic, NAN_BYTE, shared_bytes);
    }
    for (unsigned i = 0; i < count; i++) {
        thread &t = b->threads[i];
        const uint3 within = {i % threads.x, i / threads.x % threads.y, i / threads.x / threads.y};
        t.place = {within, index, threads, blocks};
        t.block = b;
        t.index = i;
        b->warps[i / LANES].alive |= 1u << i % LANES;
        fiber_make(&t.fiber, main);
    }
    return b;
}

void block_free(block *b)
{
    for (thread &t : b->threads) fiber_free(&t.fiber);
    memory_show(b->arrays, ARRAYS_BYTES);
    const witness waited(b);
    free(b->arrays);
    free(b->dynamic);
    delete b;
}

void *shared_static(const void *key, size_t bytes, site at)
{
    block *const b = current->block;
    for (const shared_array &a : b->shared)
        if (a.key == key) return a.start;
    if (b->arrays_bytes + bytes > STATIC_SHARED_BYTES || b->shared.size() == STATIC_SHARED_ARRAYS) {
        fault(at, "more than %d bytes or %d arrays of static shared memory", STATIC_SHARED_BYTES, STATIC_SHARED_ARRAYS);
        exit(EXIT_FAILURE);
    }
    char *const start = b->arrays + b->arrays_reach;
    memory_show(start, bytes);
    fill(start, bytes);
    b->shared.push_back({key, start});
    b->arrays_bytes += bytes;
    b->arrays_reach += (bytes + RED_ZONE + 15) & ~static_cast<size_t>(15);
    return start;
}

void *shared_dynamic(site at)
{
    if (!current->block->dynamic) fault(at, "the launch gave no dynamic shared memory");
    return current->block->dynamic;
}
} // namespace cuhost
