/* The grid as it runs: blocks of threads in warps of 32 lanes. */
#pragma once
#include <vector>

#include "tests/cuhost/fiber.h"
#include "tests/cuhost/runtime.h"

namespace cuhost
{
enum { LANES = 32, STATIC_SHARED_BYTES = 48 << 10, STATIC_SHARED_ARRAYS = 64, RED_ZONE = 32 };
enum class state { ready, at_barrier, in_warp, ended };

struct block;

/* The values that a thread brings to an exchange of its warp, and those that it gets there. */
struct request {
    exchange kind;
    unsigned mask;
    uint64_t value;
    int parameter, width;
    uint64_t result;
    int absent; /* the lane read from that did not take part, or -1 */
    char *edge; /* of __syncwarp */
};

/* Two edges, used alternately: a thread that waits at a barrier synchronizes with that barrier and not with the next.
 */
struct edges {
    char edge[2];
    unsigned phase;
    char *now()
    {
        return &edge[phase & 1];
    }
};

struct thread {
    struct place place;
    struct block *block;
    unsigned index; /* in the block */
    enum state state;
    site at; /* the place where it last gave up the processor */
    bool vote;
    unsigned votes; /* of the barrier that it passed last */
    struct request request;
    struct edges edges; /* for its warp */
    struct fiber fiber;
};

struct warp {
    unsigned alive, waiting; /* a bit for each lane */
};

struct shared_array {
    const void *key;
    char *start;
};

struct block {
    std::vector<thread> threads;
    std::vector<warp> warps;
    unsigned live, arrived;
    struct edges edges;
    char end; /* the edge of the operations of its threads */
    char *dynamic, *arrays;
    size_t arrays_reach, arrays_bytes; /* with and without the zones between them */
    std::vector<shared_array> shared;
};

/* A block that runs; its own type, as sanitize.h says. */
struct resident {
    struct block *block;
};

extern thread *current; /* NULL in the scheduler */

/* A block of the grid with all its threads, ready to run. */
block *block_start(uint3 index, dim3 threads, dim3 blocks, size_t shared_bytes, void (*main)());

/* Frees a block whose threads have ended. */
void block_free(block *b);

/* The running thread has ended: those that waited only for it may continue. */
void block_without(thread *t);
void warp_without(thread *t);
} // namespace cuhost
