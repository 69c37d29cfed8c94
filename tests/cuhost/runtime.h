/* The functions of the runtime that the device headers of this folder call. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "tests/cuhost/vectors.h"

namespace cuhost
{
enum { NAN_BYTE = 0xff }; /* new memory is full of it */

/* The place of a call in device code: a default argument, taken at the call. */
struct site {
    const char *file;
    int line;
    static site here(const char *file = __builtin_FILE(), int line = __builtin_LINE())
    {
        return {file, line};
    }
};

/* The thread that is running. */
struct place {
    uint3 thread, block;
    dim3 threads, blocks;
};
extern const struct place *place;

/* Waits for all threads of the block that have not ended; returns how many of them voted. */
unsigned block_barrier(bool vote, site at);

enum class exchange { sync, ballot, shuffle, up, down, butterfly };

/* Waits for all lanes of the mask that have not ended; returns the result of the exchange for this lane. */
uint64_t warp_exchange(exchange kind, unsigned mask, uint64_t value, int parameter, int width, site at);

/* Lets other threads run. Threads that do nothing else are in a livelock, unless one reports progress. */
void yield(site at);
void progress();
void fence();

/* Memory of the block, one array for each key. */
void *shared_static(const void *key, size_t bytes, site at);
void *shared_dynamic(site at);

/* Ends the launch with a fault, and the running thread at once. */
[[noreturn]] void trap(site at);

/* Are all blocks of such a launch on the device at once? If not, this is reported. */
bool fit_together(const void *kernel, dim3 blocks, dim3 threads, size_t shared_bytes);

/* Calls body(arguments) as every thread of the grid. */
void run(const void *kernel, dim3 blocks, dim3 threads, size_t shared_bytes, void (*body)(void *), void *arguments);
} // namespace cuhost
